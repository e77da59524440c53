import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fieldDefaults } from '#features/catalogue/draft-rules.ts'
import { firstFieldError } from '#features/catalogue/field-rules.ts'
import { collectionLimits } from '#features/collections/rules.ts'
import type { CollectionDraft } from '#features/collections/server/insert-collections.ts'
import type { ToolFields } from '#features/tools/contract.ts'
import { textsOf } from '#features/tools/fact-rules.ts'
import { toolFacts, toolTypes, valuesByFact, valuesByParameter } from '#features/tools/rules.ts'
import { findToolError } from '#features/tools/writing-rules.ts'
import { aboutField } from '#lib/plain-messages.ts'
import { StartError } from './start-error.ts'

const folder = join(import.meta.dirname, '../../../db/starter')

/** A line of five or more equals signs, which separates two entries. */
const separator = /^={5,}$/
const headLine = /^([A-Za-z]+): (.+)$/

const List = z.string().transform((text) => text.split(',').map((item) => item.trim()))
const YesOrNo = z.enum(['yes', 'no']).transform((word) => word === 'yes')

const PromptHead = z.strictObject({
  title: z.string(),
  description: z.string(),
  tags: List,
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .default('en'),
  /** For a title from which no readable slug can be made. */
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .optional(),
  /** The position among the featured prompts, counted from 1. */
  featured: z.coerce.number().int().positive().optional(),
})

const ToolHead = z.strictObject({
  name: z.string(),
  url: z.url({ protocol: /^https$/ }),
  type: z.enum(toolTypes),
  category: z.string(),
  tags: List,
  // A field for each fact about tools, such as whether they are free, named after its parameter in URLs.
  ...valuesByParameter((_, fact) => {
    const { whenMissing } = textsOf(fact)
    return whenMissing === undefined ? YesOrNo : YesOrNo.default(whenMissing)
  }),
  featured: YesOrNo.default(false),
})

const CollectionHead = z.strictObject({
  title: z.string().min(collectionLimits.titleMin).max(collectionLimits.titleMax),
})

/** A line for an item of a collection: the path of a prompt or tool and, after a colon, its note if it has one. */
const itemLine = /^- (prompt|tools)\/([^:]+)(?:: (.+))?$/

export type StarterPrompt = z.output<typeof PromptHead> & { category: string; content: string }

/**
 * Reads the prompts in `db/starter/prompts`, which has one file per category, in the order of the files. Throws
 * StartError for a malformed entry or an invalid prompt.
 */
export async function readStarterPrompts(): Promise<StarterPrompt[]> {
  const names = (await readdir(join(folder, 'prompts'))).sort()
  const files = names.map(async (name) => {
    const path = join('prompts', name)
    return readEntries(path, await readText(path), PromptHead).map(({ head, body, where }) => {
      const prompt = { ...head, category: name.replace(/\.md$/, ''), content: body }
      const refusal = firstFieldError({ ...fieldDefaults, ...prompt })
      if (refusal) throw new StartError(`${where}: ${refusal}`)
      return prompt
    })
  })
  return (await Promise.all(files)).flat()
}

/**
 * Reads the tools in `db/starter/tools.md`, in their order. Throws StartError for a malformed entry or an invalid tool.
 */
export async function readStarterTools(): Promise<ToolFields[]> {
  const entries = readEntries('tools.md', await readText('tools.md'), ToolHead)
  return entries.map(({ head, body, where }) => {
    const { name, url, type, category, tags, featured } = head
    const facts = valuesByFact((fact) => head[toolFacts[fact]])
    const tool = { name, url, type, category, tags, featured, ...facts, description: body.replace(/\n/g, ' ') }
    const refusal = findToolError(tool)
    if (refusal) throw new StartError(`${where}: ${refusal.field}: ${refusal.message}`)
    return tool
  })
}

/**
 * Reads the collections in `db/starter/collections.md`, in their order. The text of an entry is a description, an empty
 * line, and a line for each item. Throws StartError for a malformed entry.
 */
export async function readStarterCollections(): Promise<CollectionDraft[]> {
  const entries = readEntries('collections.md', await readText('collections.md'), CollectionHead)
  return entries.map(({ head: { title }, body, where }) => {
    const [description = '', , ...lines] = body.split('\n')
    const items = lines.map((line) => {
      const [, prefix, slug, note = ''] = itemLine.exec(line) ?? []
      if (!prefix || !slug) throw new StartError(`${where}: “${line}” is not an item like “- prompt/slug: Note”.`)
      return { kind: prefix === 'prompt' ? ('prompt' as const) : ('tool' as const), slug, note }
    })
    return { title, description, items }
  })
}

function readText(path: string): Promise<string> {
  return readFile(join(folder, path), 'utf8')
}

/**
 * Reads the entries of a file. An entry has lines of `name: value`, an empty line, and then a text up to the next
 * separator or the end of the file. `path`, inside `db/starter`, is for messages. Throws a StartError that names the
 * line where the malformed entry begins.
 */
export function readEntries<Head>(path: string, text: string, Head: z.ZodType<Head>) {
  const entries: { head: Head; body: string; where: string }[] = []
  const lines = text.split('\n')
  for (let start = 0; start < lines.length; ) {
    const next = lines.findIndex((line, index) => index >= start && separator.test(line))
    const end = next === -1 ? lines.length : next
    entries.push(readEntry(`db/starter/${path}, line ${start + 1}`, lines.slice(start, end), Head))
    start = end + 1
  }
  return entries
}

function readEntry<Head>(where: string, lines: string[], Head: z.ZodType<Head>) {
  const emptyLine = lines.indexOf('')
  const fields: Record<string, string> = {}
  for (const line of lines.slice(0, emptyLine === -1 ? lines.length : emptyLine)) {
    const [, name, value] = headLine.exec(line) ?? []
    if (!name || !value) throw new StartError(`${where}: “${line}” is not a line like “title: Words”.`)
    if (name in fields) throw new StartError(`${where}: “${name}” is repeated.`)
    fields[name] = value.trim()
  }
  const head = Head.safeParse(fields)
  if (!head.success) {
    const issues = head.error.issues.map(({ path, message }) =>
      path.length > 0 ? aboutField(path.join('.'), message) : message,
    )
    throw new StartError(`${where}: ${issues.join(' ')}`)
  }
  const body = emptyLine === -1 ? '' : lines.slice(emptyLine).join('\n').trim()
  if (body === '') throw new StartError(`${where}: the entry has no text.`)
  return { head: head.data, body, where }
}
