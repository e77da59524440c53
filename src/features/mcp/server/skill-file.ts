import type { Prompt } from '#features/catalogue/contract.ts'
import { toMarkdown } from '#features/transfer/markdown-rules.ts'
import { escapeCommands } from '#features/transfer/skill-rules.ts'
import { shorten } from '#lib/shorten.ts'
import { attributionOf } from './describe-prompt.ts'

/** How many characters the description of a skill may have (agentskills.io). */
const descriptionMax = 1024

/**
 * Returns a prompt as SKILL.md, the file of an agent skill. The front matter has name, description, license, author,
 * version and source. Shell commands in the text are disabled, because agents must not run them.
 */
export function skillFileOf(prompt: Prompt, origin: string): string {
  const { name, title, author, license, version, url } = attributionOf(prompt, origin)
  const description = shorten(`${title}. ${prompt.description || prompt.excerpt}`, descriptionMax)
  return toMarkdown(
    { name, description, license, metadata: { author, version: String(version), source: url } },
    escapeCommands(prompt.content),
  )
}
