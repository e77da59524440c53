import { z } from 'zod'
import { Finding, WrittenPrompt } from '#features/catalogue/contract.ts'
import { LabelName } from '#features/labels/contract.ts'
import { labelLimits } from '#features/labels/rules.ts'
import { csvLine, guardCell } from '#lib/csv-line.ts'
import { t } from '#lib/texts.ts'
import { exportFormat, guardedFormat, listOfCell, parseJson, toCell } from './cell-rules.ts'
import { toMarkdown } from './front-matter-rules.ts'
import { imageColumns, withoutMissingImage } from './image-rules.ts'

const Time = z.iso.datetime()

const { title, description, content, licence, skill, files, variables, ...otherFields } = WrittenPrompt.shape

const ImageText = z.string().nullable().default(null)

/** The fields of an exported record. In CSV files, `leadingColumns` come before the other fields. */
const Exported = z.object({
  format: z.literal(exportFormat),
  id: z.uuid({ version: 'v7' }),
  slug: z
    .string()
    .regex(/^\w+(-\w+)*$/)
    .max(300),
  title,
  description,
  content,
  category: z.string(),
  ...otherFields,
  language: z.string().min(2).max(35),
  licence,
  credit: z.string().nullable(),
  /** The author's username, or null for the site's own account. */
  author: z.string().nullable(),
  featured: z.boolean(),
  /**
   * An export of the catalogue has only published prompts.
   * Other exports have prompts of any status except `deleted`.
   */
  status: z.enum(['published', 'shared', 'draft', 'pending', 'removed']),
  /** The id of the prompt from which this one was made. */
  forkOf: z.uuid().nullable(),
  /** The slug of the prompt of which this one is a translation, usually the original. Older exports don’t have it. */
  translationOf: z.string().max(300).nullable().default(null),
  /** A SHA-256 in hexadecimal by which later imports recognize the prompt. Null unless the prompt was imported. */
  importKey: z.hex().length(64).nullable(),
  createdAt: Time,
  updatedAt: Time,
  publishedAt: Time.nullable(),
  /** The number of the version, and its SHA-256 (prompt-versions.ts). Older exports have neither. */
  version: z.int().or(z.string().regex(/^\d+$/).transform(Number)).nullable().default(null),
  sha256: z.hex().length(64).nullable().default(null),
  /** The labels on this version. */
  labels: z.array(LabelName).max(labelLimits.perPrompt).default([]),
  skill: skill.default(false),
  files: files.default([]),
  /** What the site found in the text. An import looks again, and so ignores what it can’t read here. */
  findings: z.array(Finding).default([]).catch([]),
  variables: variables.default([]),
  /**
   * The picture that its author or an import added: its address, or in an archive the path of its file. Null without one.
   * The other fields say what it shows, which model made it, and on which day.
   */
  image: ImageText,
  imageAlt: ImageText,
  imageModel: ImageText,
  imageDate: ImageText,
})

/** A prompt as an export contains it, without history, votes, copies and saves. */
export type ExportedPrompt = z.output<typeof Exported>

/** The columns that people read. They come first in a CSV file. */
const leadingColumns = [
  'title',
  'category',
  'tags',
  'status',
  'description',
  'content',
  'language',
  'models',
  'licence',
  'credit',
  'author',
  'featured',
  'createdAt',
  'updatedAt',
  'publishedAt',
] as const

/** The columns of a CSV export, in their order. */
export const exportColumns = [
  ...new Set([...leadingColumns, ...(Object.keys(Exported.shape) as (keyof ExportedPrompt)[])]),
]

/** Reads a row's fields as an exported record. Returns null for another format, and a refusal for an invalid record. */
export function readExportedPrompt(fields: Record<string, unknown>): ExportedPrompt | { refusal: string } | null {
  if (fields.format !== exportFormat) return null
  const result = Exported.safeParse(typeof fields.tags === 'string' ? fromCells(fields) : fields)
  if (result.success) return result.data
  const [issue] = result.error.issues
  return {
    refusal: t('The field {field} doesn’t fit {format}: {message}', {
      field: issue?.path.join('.') ?? '',
      format: exportFormat,
      message: issue?.message ?? '',
    }),
  }
}

/** The layout of a text file of prompts: the text before, between and after them, and the text of each prompt. */
export type FileShape = { start: string; between: string; end: string; textOf: (prompt: ExportedPrompt) => string }

export const fileShapes = {
  json: { start: '[\n', between: ',\n', end: '\n]\n', textOf: (prompt) => JSON.stringify(prompt) },
  csv: {
    // The file begins with a byte order mark. Without one, Excel assumes the encoding of the operating system.
    start: `\ufeff${csvLine(exportColumns)}`,
    between: '',
    end: '',
    textOf: (prompt) =>
      csvLine(exportColumns.map((name) => (name === 'format' ? guardedFormat : guardCell(toCell(prompt[name]))))),
  },
} satisfies Record<string, FileShape>

/**
 * Writes a prompt as a Markdown file with the content as its body and all other fields but the files as front matter. Leaves
 * out a missing picture, and empty lists of `variables`, `findings` and `labels`: they would seem to say that the text has no blanks, although
 * blanks without settings have no entry, and that nothing is wrong with it.
 */
export function markdownOf(prompt: ExportedPrompt): string {
  const { content, files: _, variables, findings, labels, ...frontMatter } = prompt
  const lists = {
    ...(labels.length > 0 && { labels }),
    ...(findings.length > 0 && { findings }),
    ...(variables.length > 0 && { variables }),
  }
  return toMarkdown({ ...withoutMissingImage(frontMatter), ...lists }, content)
}

const listColumns = ['tags', 'models', 'files', 'variables', 'findings', 'labels']
const flagColumns = ['featured', 'skill']
const nullableColumns = [
  'credit',
  'author',
  'forkOf',
  'translationOf',
  'importKey',
  'publishedAt',
  'version',
  'sha256',
  ...Object.keys(imageColumns),
]

/** Converts the cells of a CSV row, which are texts, to the values of an exported record. */
function fromCells(cells: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      if (nullableColumns.includes(name) && cell === '') return [name, null]
      if (typeof cell !== 'string') return [name, cell]
      // Spreadsheets write TRUE in capital letters.
      if (flagColumns.includes(name)) return [name, parseJson(cell.toLowerCase())]
      return [name, listColumns.includes(name) ? listOfCell(cell) : cell]
    }),
  )
}
