import { capitalize } from '#lib/capitalize.ts'
import { shorten, withoutTrailingSeparators } from '#lib/shorten.ts'
import { requestOf, taskOf } from './composed-task-rules.ts'
import { type BlankSpec, type KindProfile, kindProfiles } from './composer-kind-rules.ts'
import { documentOf } from './document-rules.ts'
import { withBlanks } from './idea-blank-rules.ts'
import { materialBlankOf } from './material-blank-rules.ts'
import { partsOf, seemsEnglish } from './prompt-part-rules.ts'
import { kindOf, type TaskKind } from './task-kind-rules.ts'

/**
 * An idea and its optional requirements. `kind` is the kind of task, if the member chose one. `change` says what to
 * change if the idea is an existing prompt.
 */
export type Brief = {
  idea: string
  kind?: TaskKind
  tone?: string
  audience?: string
  language?: string
  change?: string
}

/**
 * A prompt that the composer wrote. `blanks` names its blanks. `blankSpecs` describes those that the composer added,
 * and those for which the idea lists alternatives. `hasAdditions` is false if the composer added nothing useful.
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

/** Maps a blank to the blanks that make it unnecessary if the idea has one of them. */
const coveringBlanks: Record<string, string[]> = {
  person: ['audience', 'recipient'],
  recipient: ['audience'],
  minutes: ['duration'],
}

/** With fewer blanks than this, general advice around an idea is no better than the idea alone. */
const usefulBlanksMin = 2

const titleMax = 80
const descriptionMax = 200

/**
 * Writes a prompt for an idea by rules, without a language model. The same brief always gets the same prompt. Varying
 * parts of the idea become blanks, usually with its words as defaults. Missing facts become further blanks. Unless the
 * brief names a language, the answer is to be in the language of the idea.
 */
export function composePrompt(brief: Brief): ComposedPrompt {
  const idea = brief.idea.trim()
  const taskKind = brief.kind ?? kindOf(idea)
  // The kind of text that the idea asks for, such as a cover letter.
  const document = documentOf(idea, taskKind, brief.kind)
  // An idea that names a text but no task, such as “a toast for my boss”, asks for that text to be written.
  const fallbackKind = document && taskKind === 'other' && !brief.kind ? 'write' : taskKind
  const kind = document?.kind ?? fallbackKind
  const profile = kindProfiles[kind]
  const ideaWithBlanks = withBlanks(idea)
  const isCovered = ({ name }: BlankSpec) =>
    [name, ...(coveringBlanks[name] ?? [])].some((known) => ideaWithBlanks.names.includes(known))
  const needed = (document ?? profile).blanks
  // One blank for a long text is enough. It can also hold the text on which the idea is based.
  const material = needed.some(({ isText }) => isText) ? null : materialBlankOf(idea)
  const blanks = [...needed, ...(material ? [material] : [])].filter(
    (blank) => !isCovered(blank) && !isGiven(blank, brief),
  )
  return {
    kind,
    title: titleOf(idea, profile),
    description: descriptionOf(kind, profile, [...ideaWithBlanks.names, ...blanks.map(({ name }) => name)]),
    content: contentOf(
      { ...brief, idea: ideaWithBlanks.text },
      taskOf(ideaWithBlanks.text, kind, document, profile.verb),
      document ? { ...profile, ...document, steps: [] } : profile,
      blanks,
    ),
    category: document?.category ?? profile.category,
    tags: profile.tags,
    blanks: [...ideaWithBlanks.names, ...blanks.map(({ name }) => name)],
    blankSpecs: [...ideaWithBlanks.choices, ...blanks],
    hasAdditions:
      kind !== 'other' || ideaWithBlanks.names.length + blanks.length >= usefulBlanksMin || hasRequirements(brief),
  }
}

function isGiven({ name, given }: BlankSpec, { idea, audience, tone }: Brief): boolean {
  const isStated = (name === 'audience' && Boolean(audience)) || (name === 'tone' && Boolean(tone))
  return isStated || (given?.test(idea) ?? false) || idea.includes(`{{${name}`)
}

/** Tells whether the member stated any requirement in addition to the idea. */
function hasRequirements({ tone, audience, language, change }: Brief): boolean {
  return Boolean(tone || audience || language || change)
}

/** Matches the first line of a numbered or bulleted list. */
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
    // Models answer an English prompt in English anyway. If the idea is in another language, the English headings might
    // mislead them.
    ...(language || seemsEnglish(idea) ? [] : ['Answer in the language in which the task is written.']),
  ]
}

/** Describes a prompt by its kind of task and its blanks, because the title already says what the prompt is about. */
function descriptionOf(kind: TaskKind, { label }: KindProfile, blanks: string[]): string {
  const article = /^[aeiou]/i.test(label) ? 'An' : 'A'
  const what = kind === 'other' ? 'A prompt' : `${article} ${label.toLowerCase()} prompt`
  if (blanks.length === 0) return `${what} with a role, constraints and an output format.`
  const fill = blanks.some((name) => takesNoArticle.test(name)) ? 'You fill in:' : 'You fill in the'
  return shorten(`${what}. ${fill} ${list.format(blanks)}.`, descriptionMax)
}

/** Matches names of blanks that can’t follow “the”, or read badly after it, such as “how often” or “my answer”. */
const takesNoArticle = /^(how|what|why|who|when|where|which|my|our|your|done|next)\b/i

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Matches openings of ideas that say nothing about their subject, such as “I want a prompt that”. */
const preamble =
  /^(please|hi|hello|hey|i (want|need|would like|'d like)( you)?( to)?( have)?|can you|could you|help me( to)?|give me|create|make|write(?! (?:back )?to\b)|generate)?[ ,]*((an?|the) )?(ai )?(prompt (that|which|to|for) )?/i

/**
 * Returns a title from the idea's first sentence, without its preamble if at least eight characters remain. The kind of
 * task precedes a title of fewer than three characters.
 */
function titleOf(idea: string, { label }: KindProfile): string {
  const first = oneLine(requestOf(idea)).split(/(?<=[.!?。！？])\s|[.!?。！？]$/)[0] ?? ''
  const core = withoutTrailingSeparators(first.replace(preamble, ''))
  const words = core.length >= 8 ? core : first
  const title = shorten(capitalize(words), titleMax)
  return Array.from(title).length >= 3 ? title : `${label}: ${title}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
