import { type Licence, licences, promptLimits, refusalOf } from '#features/catalogue/rules.ts'
import { oneLine } from '#features/catalogue/text-rules.ts'
import { codeTopic, imageTopic, structuredTag, topicsOf } from '#features/catalogue/topic-rules.ts'
import { adoptForeignVariables } from '#features/catalogue/variable-rules.ts'
import { describePrompt, shorten } from './description-rules.ts'
import { type ExportedPrompt, readExported } from './export-rules.ts'
import { namesContent, namesTitle } from './record-rules.ts'

/** What a file says of a prompt, checked and complete but for what only the database or a detector knows. */
export type ImportedPrompt = Pick<
  ExportedPrompt,
  'title' | 'description' | 'content' | 'category' | 'tags' | 'models'
> & {
  credit: string | null
  /** Null where the file doesn't say: the importer's choice holds. */
  licence: Licence | null
  /** Null where the file doesn't say: to be detected. */
  language: string | null
  /** The text as it stood in the file: with the title, what a repeated import knows the prompt by. */
  original: string
  /** The whole record where it is one of our own exports. */
  exported: ExportedPrompt | null
}

const namesCredit = ['credit', 'contributor', 'author'] as const
const namesLicence = ['licence', 'license'] as const

/** Characters of a contributor's name, or several. */
const creditMax = 200

/**
 * A row's fields as a prompt, or a sentence why it can't be one. `categories`: names and slugs in lower case → slug.
 * Columns of other catalogues are act, prompt, for_devs, type, contributor; of a category column, a description and
 * tags the file's own words win over what is derived here.
 */
export function readRecord(
  fields: Record<string, unknown>,
  categories: ReadonlyMap<string, string>,
): ImportedPrompt | { refusal: string } {
  const exported = readExported(fields)
  if (exported && 'refusal' in exported) return exported
  const prompt = exported ? fromExport(exported) : fromCatalogue(withLowerNames(fields), categories)
  const refusal = refusalOfImport(prompt) ?? refusalOf(prompt)
  return refusal ? { refusal } : prompt
}

function fromExport(exported: ExportedPrompt): ImportedPrompt {
  // The author has no account here: an import never makes one, and never writes in the name of one that is there.
  const credit = exported.credit ?? exported.author
  return { ...exported, credit, original: exported.content, exported }
}

function fromCatalogue(fields: Record<string, unknown>, categories: ReadonlyMap<string, string>): ImportedPrompt {
  const original = textOf(fields, namesContent)
  const title = oneLine(textOf(fields, namesTitle))
  const content = adoptForeignVariables(original)
  const { category, tags } = classify(fields, title, content)
  const given = { category: categoryOf(fields.category).trim().toLowerCase(), tags: listOf(fields.tags) }
  return {
    title,
    content,
    original,
    description:
      shorten(oneLine(textOf(fields, ['description'])), promptLimits.descriptionMax) || describePrompt(content),
    category: categories.get(given.category) ?? category,
    tags: given.tags.length > 0 ? given.tags : tags,
    models: [],
    credit: textOf(fields, namesCredit).trim() || null,
    licence: licences.find((licence) => licence === textOf(fields, namesLicence).trim()) ?? null,
    language: null,
    exported: null,
  }
}

/** The title of a row as far as there is one: to name a row that can't be taken. */
export function titleOf(fields: Record<string, unknown>): string {
  return oneLine(textOf(withLowerNames(fields), namesTitle))
}

/** A category's name or slug; the API writes a category as an object. */
function categoryOf(value: unknown): string {
  const { slug } = Object(value) as { slug?: unknown }
  return textOf({ category: slug ?? value }, ['category'])
}

/** Category and tags: what the columns for_devs and type say, then the words of title and text. */
function classify(fields: Record<string, unknown>, title: string, content: string) {
  const forDevelopers = /^(true|1|yes)$/i.test(textOf(fields, ['for_devs']).trim())
  const type = textOf(fields, ['type']).trim().toUpperCase()
  const topics = topicsOf(title, content)
  const tags = new Set(topics.tags)
  if (type === 'STRUCTURED') tags.add(structuredTag)
  if (forDevelopers)
    return { category: codeTopic.category, tags: [codeTopic.tag, ...tags].slice(0, promptLimits.tagsMax) }
  if (type === 'IMAGE') return { category: imageTopic.category, tags: [...new Set([imageTopic.tag, ...tags])] }
  return { category: topics.category, tags: [...tags] }
}

function withLowerNames(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.trim().toLowerCase(), value]))
}

function textOf(fields: Record<string, unknown>, names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  }
  return ''
}

/** Tags that fit our limits, out of a JSON array or a text with commas. */
function listOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,;]/) : []
  const tags = list.flatMap((item) => (typeof item === 'string' ? [oneLine(item).toLowerCase()] : []))
  const fitting = tags.filter((tag) => tag.length >= promptLimits.tagMin && tag.length <= promptLimits.tagMax)
  return [...new Set(fitting)].slice(0, promptLimits.tagsMax)
}

/** What PostgreSQL can't store, a text that shows nothing, and what only imported prompts have. */
function refusalOfImport(prompt: ImportedPrompt): string | null {
  const texts = [
    prompt.title,
    prompt.description,
    prompt.content,
    prompt.credit ?? '',
    ...prompt.tags,
    ...prompt.models,
  ]
  if (texts.some((text) => text.includes('\0'))) return 'It holds a NUL character, which no text can have.'
  if (texts.some((text) => !text.isWellFormed())) return 'It holds half a character (a lone surrogate).'
  if (prompt.content.trim() === '') return 'It has no text.'
  if ((prompt.credit ?? '').length > creditMax) return `The contributor has more than ${creditMax} characters.`
  return null
}
