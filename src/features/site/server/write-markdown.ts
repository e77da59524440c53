import type { Category, PromptCard } from '#features/catalogue/contract.ts'
import type { Collection } from '#features/collections/contract.ts'
import { pathOfTarget } from '#features/collections/rules.ts'
import type { Tool } from '#features/tools/contract.ts'
import { withoutBraces } from '#features/variables/variable-rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { dumpPath } from '../rules.ts'

export type PromptIndex = { title: string; description: string; prompts: PromptCard[]; total: number }

/** Returns llms.txt (llmstxt.org), which says what the site is and where its texts are available without HTML. */
export function writeLlms(siteName: string, categories: Category[], origin: string): string {
  const lines = categories.map(
    ({ name, slug, description }) =>
      `- [${escapeMarkdown(name)}](${origin}/category/${slug}.md): ${escapeMarkdown(description)}`,
  )
  return `# ${escapeMarkdown(siteName)}

> A community catalogue of AI prompts: find one, fill in its blanks, copy it.

The text of a prompt is at /prompt/{slug}.md, with blanks written as {{name}} or {{name:default}}. A collection is at
/collection/{slug}.md. Everything can be read over a REST API without an account.

## Lists

- [Newest prompts](${origin}/prompts.md): titles, descriptions and addresses
- [AI tools](${origin}/tools.md): names, descriptions and addresses
- [Feed of the newest prompts](${origin}/feed.xml): Atom
- [All published prompts](${origin}${dumpPath}): one line of JSON each, with its license, compressed, written daily
- [All pages](${origin}/sitemap.xml): sitemap

## Categories

${lines.join('\n')}

## API

- [OpenAPI 3.1](${origin}/api/openapi.json): every endpoint; prompts at ${origin}/api/prompts, search at ${origin}/api/search?q=
`
}

/** Returns the newest prompts (`prompts`) as Markdown, each with the address of its text. */
export function writePromptIndex({ title, description, prompts, total }: PromptIndex, origin: string): string {
  const lines = prompts.map(({ title: name, slug, description: summary, excerpt }) => {
    return `- [${escapeMarkdown(name)}](${origin}/prompt/${slug}.md): ${escapeMarkdown(summary || withoutBraces(excerpt))}`
  })
  const countText =
    prompts.length < total ? `The newest ${prompts.length} of ${formatNumber(total)}.` : `All ${formatNumber(total)}.`
  return `# ${escapeMarkdown(title)}

${escapeMarkdown(description)} ${countText}

${lines.join('\n')}
`
}

/** Returns a list of tools as Markdown, each with the address of its page. */
export function writeToolIndex(tools: Tool[], total: number, origin: string): string {
  const lines = tools.map(
    ({ name, slug, description }) =>
      `- [${escapeMarkdown(name)}](${origin}/tools/${slug}): ${escapeMarkdown(description)}`,
  )
  return `# AI tools

${tools.length < total ? `The first ${tools.length} of ${formatNumber(total)}` : `All ${formatNumber(total)}`}, by name.

${lines.join('\n')}
`
}

/**
 * Returns a collection as Markdown. Each item has an address (for a prompt, that of its text) and its note or, without
 * one, a description or an excerpt.
 */
export function writeCollection({ title, description, user, items }: Collection, origin: string): string {
  const lines = items.flatMap(({ kind, note, target }) => {
    if (!target) return []
    const address = `${origin}${pathOfTarget(kind, target.slug)}${kind === 'prompt' ? '.md' : ''}`
    return `1. [${escapeMarkdown(target.title)}](${address}): ${escapeMarkdown(note || target.text)}`
  })
  const lead = description ? `${escapeMarkdown(description)}\n\n` : ''
  return `# ${escapeMarkdown(title)}

${lead}Collected by ${escapeMarkdown(user.username)}.

${lines.join('\n')}
`
}

/** Puts a text on one line, and escapes Markdown and HTML in it. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~&]/g, '\\$&')
}
