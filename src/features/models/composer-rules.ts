import { capitalize } from '#lib/capitalize.ts'
import { shorten, withoutLooseEnd } from '#lib/shorten.ts'
import { requestOf, taskOf } from './composed-task-rules.ts'
import { type BlankSpec, type KindProfile, kindProfiles } from './composer-kind-rules.ts'
import { documentOf } from './document-rules.ts'
import { withBlanks } from './idea-blank-rules.ts'
import { materialBlankOf } from './material-blank-rules.ts'
import { partsOf, seemsEnglish } from './prompt-part-rules.ts'
import { kindOf, type TaskKind } from './task-kind-rules.ts'

/** An idea and its optional requirements. `change`: what to change, if the idea is an existing prompt. */
export type Brief = {
  idea: string
  kind?: TaskKind
  tone?: string
  audience?: string
  language?: string
  change?: string
}

/**
 * A prompt that the composer wrote. `blanks`: the names of its blanks. `blankSpecs`: the blanks that it added, and those
 * for which the idea lists alternatives. `hasAdditions`: whether the composer added anything useful; false if it didn't
 * understand the idea.
 */
export type ComposedPrompt = {
  kind: TaskKind
  title: string
  description: string
  content: string
  category: string
  tags: string[]
  blanks: string[]
  blankSpecs: (Pick<BlankSpec, 'name' | 'isText'> & { label?: string; options?: string[] })[]
  hasAdditions: boolean
}

/** By the name of a blank: the blanks in an idea that make this blank unnecessary. */
const coveringBlanks: Record<string, string[]> = {
  person: ['audience', 'recipient'],
  recipient: ['audience'],
  minutes: ['duration'],
}

/** With fewer blanks, general advice around an idea is no better than the idea alone. */
const usefulBlanksMin = 2

const titleMax = 80
const descriptionMax = 200

/**
 * Writes a prompt for an idea by rules, without a language model, and always the same for the same idea. Varying parts
 * of the idea become blanks with its words as defaults; missing facts become blanks without defaults. The prompt asks
 * for an answer in the language of the idea.
 */
export function composePrompt(brief: Brief): ComposedPrompt {
  const idea = brief.idea.trim()
  const taskKind = brief.kind ?? kindOf(idea)
  const document = documentOf(idea, taskKind, brief.kind)
  // An idea that names a text and no task, such as “a toast for my boss”, asks to write it.
  const usualKind = document && taskKind === 'other' && !brief.kind ? 'write' : taskKind
  const kind = document?.kind ?? usualKind
  const profile = kindProfiles[kind]
  const task = withBlanks(idea)
  const isCovered = ({ name }: BlankSpec) =>
    [name, ...(coveringBlanks[name] ?? [])].some((known) => task.names.includes(known))
  const needed = (document ?? profile).blanks
  // One blank for a long text is enough: it also takes what the idea is based on.
  const material = needed.some(({ isText }) => isText) ? null : materialBlankOf(idea)
  const blanks = [...needed, ...(material ? [material] : [])].filter(
    (blank) => !isCovered(blank) && !isGiven(blank, brief),
  )
  return {
    kind,
    title: titleOf(idea, profile),
    description: descriptionOf(kind, profile, [...task.names, ...blanks.map(({ name }) => name)]),
    content: contentOf(
      { ...brief, idea: task.text },
      taskOf(task.text, kind, document, profile.verb),
      document ? { ...profile, ...document, steps: [] } : profile,
      blanks,
    ),
    category: document?.category ?? profile.category,
    tags: profile.tags,
    blanks: [...task.names, ...blanks.map(({ name }) => name)],
    blankSpecs: [...task.choices, ...blanks],
    hasAdditions: kind !== 'other' || task.names.length + blanks.length >= usefulBlanksMin || hasRequirements(brief),
  }
}

function isGiven({ name, given }: BlankSpec, { idea, audience, tone }: Brief): boolean {
  const isStated = (name === 'audience' && Boolean(audience)) || (name === 'tone' && Boolean(tone))
  return isStated || (given?.test(idea) ?? false) || idea.includes(`{{${name}`)
}

/** Whether the member stated any requirement besides the idea. */
function hasRequirements({ tone, audience, language, change }: Brief): boolean {
  return Boolean(tone || audience || language || change)
}

/** The first line of a list. */
const listLine = /^[^\S\r\n\u2028\u2029]*(1[.)]|[-*]) /m

function contentOf(brief: Brief, task: string, profile: KindProfile, blanks: BlankSpec[]): string {
  const parts = partsOf(brief.idea)
  const sections: [string, string][] = []
  if (!parts.has('role')) sections.push(['Role', `You are ${profile.role}.`])
  const context = [
    ...(brief.audience ? [`Audience: ${brief.audience}`] : []),
    ...blanks.filter(({ isText }) => !isText).map(asLine),
  ]
  if (context.length > 0) sections.push(['Context', context.map((line) => `- ${line}`).join('\n')])
  sections.push(['Task', task])
  for (const blank of blanks.filter(({ isText }) => isText)) sections.push([blank.label, `"""\n${blankOf(blank)}\n"""`])
  if (profile.steps.length > 0 && !listLine.test(brief.idea))
    sections.push(['Steps', profile.steps.map((step, i) => `${i + 1}. ${step}`).join('\n')])
  sections.push([
    'Constraints',
    [...profile.constraints, ...requirementsOf(brief)].map((line) => `- ${line}`).join('\n'),
  ])
  if (!parts.has('format') || profile.steps.length === 0) sections.push(['Output format', profile.format])
  return `${sections.map(([head, body]) => `# ${head}\n${body}`).join('\n\n')}\n`
}

const asLine = (blank: BlankSpec) => `${blank.label}: ${blankOf(blank)}`

function blankOf({ name, default: value }: BlankSpec): string {
  return value ? `{{${name}:${value}}}` : `{{${name}}}`
}

function requirementsOf({ idea, tone, language, change }: Brief): string[] {
  return [
    ...(change ? [oneLine(change)] : []),
    ...(tone ? [`Tone: ${oneLine(tone)}.`] : []),
    ...(language ? [`Answer in ${oneLine(language)}.`] : []),
    // Models answer an English prompt in English anyway. In another language the English headings might mislead them.
    ...(language || seemsEnglish(idea) ? [] : ['Answer in the language in which the task is written.']),
  ]
}

/** Describes a prompt by its kind of task and the blanks to fill in, since its title says what it is about. */
function descriptionOf(kind: TaskKind, { label }: KindProfile, blanks: string[]): string {
  const article = /^[aeiou]/i.test(label) ? 'An' : 'A'
  const what = kind === 'other' ? 'A prompt' : `${article} ${label.toLowerCase()} prompt`
  if (blanks.length === 0) return `${what} with a role, constraints and an output format.`
  const fill = blanks.some((name) => takesNoArticle.test(name)) ? 'You fill in:' : 'You fill in the'
  return shorten(`${what}. ${fill} ${list.format(blanks)}.`, descriptionMax)
}

/** Names of blanks that aren’t nouns, or that have a determiner. */
const takesNoArticle = /^(how|what|why|who|when|where|which|my|our|your|done|next)\b/i

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Openings of ideas that say nothing about their subject, such as “I want a prompt that”. */
const preamble =
  /^(please|hi|hello|hey|i (want|need|would like|'d like)( you)?( to)?( have)?|can you|could you|help me( to)?|give me|create|make|write(?! (?:back )?to\b)|generate)?[ ,]*((an?|the) )?(ai )?(prompt (that|which|to|for) )?/i

/** The idea's first sentence as a title. If it is too short, the kind of task is put before it. */
function titleOf(idea: string, { label }: KindProfile): string {
  const first = oneLine(requestOf(idea)).split(/(?<=[.!?。！？])\s|[.!?。！？]$/)[0] ?? ''
  const core = withoutLooseEnd(first.replace(preamble, ''))
  const words = core.length >= 8 ? core : first
  const title = shorten(capitalize(words), titleMax)
  return Array.from(title).length >= 3 ? title : `${label}: ${title}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
