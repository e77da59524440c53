import { type Asked, type KindProfile, kindProfiles } from './composer-kind-rules.ts'
import { partsOf } from './prompt-part-rules.ts'
import { kindOf, type TaskKind } from './task-kind-rules.ts'

/** An idea and, where they were said, what the prompt should keep to. `change`: what an idea that is a prompt lacks. */
export type Brief = {
  idea: string
  kind?: TaskKind
  tone?: string
  audience?: string
  language?: string
  change?: string
}

/** A prompt as the composer writes it. `asks` are the blanks that are left to be filled. */
export type ComposedPrompt = {
  kind: TaskKind
  title: string
  description: string
  content: string
  category: string
  tags: string[]
  asks: string[]
}

const titleMax = 80
const descriptionMax = 200

/**
 * Writes a prompt for an idea by rules: no language model, and always the same for the same idea. What the idea
 * already says is kept word for word, and only what it leaves out is added or asked for as a blank. An idea in any
 * language stays in its language, and so does the answer.
 */
export function composePrompt(brief: Brief): ComposedPrompt {
  const idea = brief.idea.trim()
  const kind = brief.kind ?? kindOf(idea)
  const profile = kindProfiles[kind]
  const asks = profile.asks.filter((asked) => !isGiven(asked, brief))
  return {
    kind,
    title: titleOf(idea, profile),
    description: shorten(`${profile.label}: ${oneLine(idea)}`, descriptionMax),
    content: contentOf({ ...brief, idea }, profile, asks),
    category: profile.category,
    tags: profile.tags,
    asks: asks.map(({ name }) => name),
  }
}

function isGiven({ name, given }: Asked, { idea, audience }: Brief): boolean {
  return (name === 'audience' && Boolean(audience)) || (given?.test(idea) ?? false) || idea.includes(`{{${name}`)
}

function contentOf(brief: Brief, profile: KindProfile, asks: Asked[]): string {
  const has = partsOf(brief.idea)
  const sections: [string, string][] = []
  if (!has.has('role')) sections.push(['Role', `You are ${profile.role}.`])
  const context = [
    ...(brief.audience ? [`Audience: ${brief.audience}`] : []),
    ...asks.filter(({ isText }) => !isText).map(asLine),
  ]
  if (context.length > 0) sections.push(['Context', context.map((line) => `- ${line}`).join('\n')])
  sections.push(['Task', `${profile.verb}:\n\n${brief.idea}`])
  for (const asked of asks.filter(({ isText }) => isText)) sections.push([asked.label, `"""\n${blankOf(asked)}\n"""`])
  if (!/^\s*(1[.)]|[-*]) /m.test(brief.idea))
    sections.push(['Steps', profile.steps.map((step, i) => `${i + 1}. ${step}`).join('\n')])
  sections.push(['Constraints', [...profile.constraints, ...wishesOf(brief)].map((line) => `- ${line}`).join('\n')])
  if (!has.has('format')) sections.push(['Output format', profile.format])
  if (!has.has('examples')) sections.push(['Example', `A result that I liked, to learn from: {{example:none yet}}`])
  return `${sections.map(([head, body]) => `# ${head}\n${body}`).join('\n\n')}\n`
}

const asLine = (asked: Asked) => `${asked.label}: ${blankOf(asked)}`

function blankOf({ name, default: value }: Asked): string {
  return value ? `{{${name}:${value}}}` : `{{${name}}}`
}

function wishesOf({ tone, language, change }: Brief): string[] {
  return [
    ...(change ? [oneLine(change)] : []),
    ...(tone ? [`Tone: ${oneLine(tone)}.`] : []),
    language ? `Answer in ${oneLine(language)}.` : 'Answer in the language in which the task is written.',
    'Ask before you begin if something decisive is missing.',
  ]
}

const preamble =
  /^(please|hi|hello|hey|i (want|need|would like|'d like)( you)?( to)?( have)?|can you|could you|help me( to)?|give me|create|make|write|generate)?[ ,]*((an?|the) )?(ai )?(prompt (that|which|to|for) )?/i

/** The idea's first sentence as a title; the kind goes before one that says too little. */
function titleOf(idea: string, { label }: KindProfile): string {
  const first = oneLine(idea).split(/(?<=[.!?。！？])\s|[.!?。！？]$/)[0] ?? ''
  const said = first.replace(preamble, '').replace(/[\s,;:–—-]+$/, '')
  const words = said.length >= 8 ? said : first
  const title = shorten(words.charAt(0).toUpperCase() + words.slice(1), titleMax)
  return Array.from(title).length >= 3 ? title : `${label}: ${title}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function shorten(text: string, max: number): string {
  const characters = Array.from(text)
  if (characters.length <= max) return text
  const cut = characters.slice(0, max - 1).join('')
  const atWord = cut.replace(/\s+\S*$/, '')
  return `${(atWord.length > max / 2 ? atWord : cut).replace(/[\s,;:–—-]+$/, '')}…`
}
