import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fieldDefaults, firstFieldError } from '#features/catalogue/field-rules.ts'
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
  /** What it is good at, separated by semicolons. */
  strengths: z
    .string()
    .transform((text) => text.split(';').map((part) => part.trim()))
    .default([]),
  prices: z.string().default(''),
  /** The day on which somebody looked up the prices. */
  pricesOn: z.iso.date().nullable().default(null),
})

const WorkedHead = z.strictObject({ title: z.string() })

const CollectionHead = z.strictObject({
  title: z.string().min(collectionLimits.titleMin).max(collectionLimits.titleMax),
})

/** A line for an item of a collection: the path of a prompt or tool and, after a colon, its note if it has one. */
const itemLine = /^- (prompt|tools)\/([^:]+)(?:: (.+))?$/

/** The lines before the text of a worked example: `> blank: value`, and further lines of the value after two spaces. */
const filledLine = /^>(?: (?! )([^:]+): (.+)| {2}(.*)|)$/

/** A starter prompt, by its title, filled in and answered by hand. */
export type StarterExample = { title: string; filled: Record<string, string>; text: string }

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
    const { name, url, type, category, tags, featured, strengths, prices, pricesOn } = head
    const facts = valuesByFact((fact) => head[toolFacts[fact]])
    const details = { strengths, prices, pricesOn, description: body.replace(/\n/g, ' ') }
    const tool = { name, url, type, category, tags, featured, ...facts, ...details }
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

/**
 * Reads the worked examples in `db/starter/worked`, which has one file per category. Throws StartError for a malformed
 * entry.
 */
export async function readStarterExamples(): Promise<StarterExample[]> {
  const names = (await readdir(join(folder, 'worked'))).sort()
  const files = names.map(async (name) => {
    const path = join('worked', name)
    return readEntries(path, await readText(path), WorkedHead).map(({ head, body, where }) => {
      const [lines = '', ...paragraphs] = body.split('\n\n')
      return { title: head.title, filled: readFilled(lines, where), text: paragraphs.join('\n\n') }
    })
  })
  return (await Promise.all(files)).flat()
}

/** Reads the lines with the values of a worked example, which is at `where`. Throws StartError for another line. */
export function readFilled(lines: string, where: string): Record<string, string> {
  const filled = new Map<string, string[]>()
  for (const line of lines.split('\n')) {
    const [found, blank, value, more] = filledLine.exec(line) ?? []
    const values = blank === undefined ? [...filled.values()].at(-1) : filled.set(blank, []).get(blank)
    if (found === undefined || !values) throw new StartError(`${where}: “${line}” is not a line like “> blank: value”.`)
    values.push(value ?? more ?? '')
  }
  return Object.fromEntries([...filled].map(([blank, values]) => [blank, values.join('\n')]))
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
