import type { Prompt } from '#features/catalogue/contract.ts'
import type { Argument } from '../argument-rules.ts'
import { promptNameOf } from '../prompt-name-rules.ts'

/** Returns the attribution that is sent with a prompt's text, because other people wrote the text. */
export function attributionOf(prompt: Prompt, origin: string) {
  return {
    name: promptNameOf(prompt),
    title: prompt.title,
    author: prompt.credit ?? prompt.user.username,
    license: prompt.licence,
    version: prompt.version,
    url: pageOfPrompt(prompt, origin),
  }
}

/** Returns the address of a prompt's page. */
export function pageOfPrompt({ slug }: { slug: string }, origin: string): string {
  return `${origin}/prompt/${slug}`
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
