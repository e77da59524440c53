import { SkillFile, WrittenPrompt } from '#features/catalogue/contract.ts'
import { cleanFields, fieldRules, firstFieldError } from '#features/catalogue/field-rules.ts'
import { type License, licenses, promptLimits } from '#features/catalogue/rules.ts'
import { isStructured } from '#features/catalogue/structured-text-rules.ts'
import { codeTopic, imageTopic, jsonTag, topicsOf } from '#features/catalogue/topic-rules.ts'
import { normalizeVariables, readVariables, withoutRestatedDefaults } from '#features/variables/variable-list-rules.ts'
import { withoutBraces } from '#features/variables/variable-rules.ts'
import { lineError, oneLine } from '#lib/short-text.ts'
import { shorten } from '#lib/shorten.ts'
import { t } from '#lib/texts.ts'
import { parseJson } from './cell-rules.ts'
import { type ExportedPrompt, readExportedPrompt } from './export-rules.ts'
import { convertForeignText } from './foreign-text-rules.ts'
import { RefusedFrontMatter, splitFile } from './front-matter-rules.ts'
import { imageOf, type NamedImage } from './image-rules.ts'
import { creditColumns, fieldColumns, ownSyntax, textOf, withLowerNames } from './record-rules.ts'
import { findBlanksInCode, findTemplateWords, findUnresolvedPlaceholders } from './text-note-rules.ts'

/** A valid prompt from a file. It lacks only what the importer adds, such as an id and a detected language. */
export type ImportedPrompt = Omit<WrittenPrompt, 'licence'> & {
  category: string
  credit: string | null
  /** Null if the file has none. The importer then chooses one. */
  licence: License | null
  /** Null if the file has none. It is then detected. */
  language: string | null
  /** The prompt's text as it is in the file. With the title, it identifies the prompt in a repeated import. */
  original: string
  /** The picture that the prompt shows, if the file names one. */
  image: NamedImage | null
  /** The slug of the prompt of which it is a translation, if the file names it. */
  translationOf: string | null
  /** The whole record, if it comes from our own export. */
  exported: ExportedPrompt | null
  /** Sentences about what isn't imported or should be checked. */
  notes: string[]
}

/** The columns that name the prompt of which a row is a translation. */
const translationColumns = ['translation_of', 'translationof'] as const

/** The maximum number of notes about one text. */
const notesMax = 20

/** How long a contributor's name or names may be, in characters. */
const creditMax = 200

/**
 * Reads a row's fields as a prompt, or says in a sentence why it can't be one. `categories` maps a category's lower-case
 * name or slug to its slug. Also reads the columns of other catalogues: act (the title), prompt, for_devs, type,
 * contributor. Category, description and tags in the file take precedence over derived ones.
 */
export function readRecord(
  fields: Record<string, unknown>,
  categories: ReadonlyMap<string, string>,
): ImportedPrompt | { refusal: string } {
  const exported = readExportedPrompt(fields)
  if (exported && 'refusal' in exported) return exported
  const read = exported ? fromExport(exported) : fromOtherSource(withLowerNames(fields), categories)
  // Files that name no license get that of the importer, which is a valid one.
  const licence = read.licence ?? fieldRules.licence.default
  const prompt = { ...read, ...cleanFields({ ...read, licence }), licence: read.licence }
  const refusal = firstFieldError({ ...prompt, licence }) ?? creditError(prompt)
  return refusal ? { refusal } : prompt
}

function fromExport(exported: ExportedPrompt): ImportedPrompt {
  // The author becomes a credit. An import never looks up or creates an account by an author's name.
  const credit = exported.credit ?? exported.author
  const { category, language, translationOf, content: original } = exported
  const written = WrittenPrompt.parse(exported)
  // Older versions exported a default for the list that overrode the one in the text.
  const variables = withoutRestatedDefaults(original, written.variables)
  const image = imageOf(exported)
  return { ...written, variables, category, language, translationOf, credit, original, image, exported, notes: [] }
}

function fromOtherSource(fields: Record<string, unknown>, categories: ReadonlyMap<string, string>): ImportedPrompt {
  const original = textOf(fields, fieldColumns.content)
  const title = oneLine(textOf(fields, fieldColumns.title))
  const givenVariables = readVariables(fromCell(fields.variables))
  const usesOwnSyntax = fields.syntax === ownSyntax || givenVariables.length > 0
  const { content, variables } = usesOwnSyntax
    ? { content: original, variables: givenVariables }
    : convertForeignText(original)
  const { category, tags } = classify(fields, title, content)
  const given = { category: categoryOf(fields.category).trim().toLowerCase(), tags: listOf(fields.tags) }
  return {
    title,
    content,
    original,
    description:
      shorten(oneLine(textOf(fields, fieldColumns.description)), promptLimits.descriptionMax) ||
      descriptionInHeader(content),
    category: categories.get(given.category) ?? category,
    tags: given.tags.length > 0 ? given.tags : tags,
    models: [],
    skill: fieldRules.skill.default,
    files: SkillFile.array().safeParse(fields.files).data ?? fieldRules.files.default,
    variables: normalizeVariables(content, variables),
    credit: oneLine(textOf(fields, creditColumns)) || null,
    licence: licenses.find((licence) => licence === textOf(fields, fieldColumns.licence).trim()) ?? null,
    language: null,
    image: imageOf(fields),
    translationOf: oneLine(textOf(fields, translationColumns)) || null,
    exported: null,
    notes: fields.syntax === ownSyntax ? [] : notesOn(original, usesOwnSyntax),
  }
}

function notesOn(text: string, usesOwnSyntax: boolean): string[] {
  const conversions = usesOwnSyntax ? [] : [...findTemplateWords(text), ...findBlanksInCode(text)]
  return [...conversions, ...findUnresolvedPlaceholders(text)]
    .slice(0, notesMax)
    .map(({ line, sentence }) => t('Line {line} of its text: {sentence}', { line, sentence }))
}

/** Returns the name or slug in a category field. In records from the API, a category is an object. */
function categoryOf(value: unknown): string {
  const { slug } = Object(value) as { slug?: unknown }
  return textOf({ category: slug ?? value }, ['category'])
}

/** Parses a field that is a list in JSON, as in a CSV file. Returns a value that isn't a string unchanged. */
function fromCell(value: unknown): unknown {
  return typeof value === 'string' ? parseJson(value) : value
}

/** Derives category and tags from the columns for_devs and type, and then from the words of title and text. */
function classify(fields: Record<string, unknown>, title: string, content: string) {
  const isForDevelopers = /^(true|1|yes)$/i.test(textOf(fields, ['for_devs']).trim())
  const type = textOf(fields, ['type']).trim().toUpperCase()
  const topics = topicsOf(title, content)
  const tags = new Set(topics.tags)
  if (type === 'STRUCTURED' && isStructured(content.trim())) tags.add(jsonTag)
  if (isForDevelopers)
    return { category: codeTopic.category, tags: [codeTopic.tag, ...tags].slice(0, promptLimits.tagsMax) }
  if (type === 'IMAGE') return { category: imageTopic.category, tags: [...new Set([imageTopic.tag, ...tags])] }
  return { category: topics.category, tags: [...tags] }
}

/**
 * Reads tags from an array, or from a text in which commas or semicolons separate them. Leaves out tags that can't be
 * stored or are repeated, and those beyond the maximum number.
 */
function listOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,;]/) : []
  const { clean, error } = fieldRules.tags.item
  const tags = list.flatMap((item) => (typeof item === 'string' ? [clean(item)] : []))
  const validTags = tags.filter((tag) => error(tag, { content: '' }) === null)
  return [...new Set(validTags)].slice(0, promptLimits.tagsMax)
}

/** Says why a contributor's name can't be stored, or returns null. */
function creditError({ credit }: ImportedPrompt): string | null {
  return lineError(credit ?? '', 'contributor’s name', { min: 0, max: creditMax })
}

/**
 * Returns the description in the front matter of a text, on one line, or an empty string if there is none. Cards then
 * show only the text.
 */
function descriptionInHeader(content: string): string {
  try {
    const { description } = splitFile(content.trimStart()).frontMatter
    return typeof description === 'string'
      ? shorten(oneLine(withoutBraces(description)), promptLimits.descriptionMax)
      : ''
  } catch (error) {
    // Invalid front matter is just part of the text, which is stored unchanged.
    if (error instanceof RefusedFrontMatter) return ''
    throw error
  }
}
