import type { Prompt, PromptCard } from '#features/catalogue/contract.ts'
import { alarmSentences, papersOf } from '#features/catalogue/paper-rules.ts'
import type { Argument } from '../argument-rules.ts'
import { promptNameOf } from '../prompt-name-rules.ts'

/** Returns the attribution that is sent with a prompt's text, because other people wrote the text. */
export function attributionOf(prompt: Prompt, origin: string) {
  return {
    name: promptNameOf(prompt),
    title: prompt.title,
    ...papersOf(prompt),
    url: pageOfPrompt(prompt, origin),
  }
}

/** Returns what to say about alarms next to a prompt's text, with a space before it, or an empty text. */
export function alarmNote({ findings }: Pick<Prompt, 'findings'>): string {
  return alarmSentences(findings)
    .map((sentence) => ` ${sentence}`)
    .join('')
}

/** Returns the address of a prompt's page. */
export function pageOfPrompt({ slug }: { slug: string }, origin: string): string {
  return `${origin}/prompt/${slug}`
}

/** Describes a prompt in a list or among the results of a search. */
export function foundPrompt(card: PromptCard | Prompt, origin: string) {
  return {
    name: promptNameOf(card),
    title: card.title,
    description: card.description || card.excerpt,
    category: card.category.slug,
    author: card.credit ?? card.user.username,
    url: pageOfPrompt(card, origin),
  }
}

/**
 * Returns an argument in the format of prompts/list, which has no fields for options or defaults, so the description
 * states them.
 */
export function describeArgument({ name, blank, label, help, options, default: preset, required = false }: Argument) {
  const title = label || blank
  const about = [`${title}.`, help, options && `One of: ${options.join(', ')}.`, preset && `Default: ${preset}`]
  const description = about.filter(Boolean).join(' ')
  return { name, title, description, required }
}
