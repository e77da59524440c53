/**
 * The file formats for both imports and exports. `md` is a Markdown file with one prompt; several prompts are exported
 * as a zip. An imported `md` file may also be a `text` export, which has many prompts.
 */
const transferFormats = ['json', 'csv', 'md'] as const

/** The formats of imports. `zip` is an archive of files in these formats, as base64. */
export const importFormats = [...transferFormats, 'zip'] as const

/**
 * The formats of exports. `skill` is SKILL.md and `prompt` is Dotprompt. In these two formats and in `md`, several
 * prompts are exported as a zip.
 */
export const exportFormats = [...transferFormats, 'skill', 'prompt'] as const
export type ExportFormat = (typeof exportFormats)[number]

/**
 * The formats in which members export all their own prompts. `text` is a single Markdown file for reading, without some
 * of the fields.
 */
export const ownExportFormats = [...exportFormats, 'text'] as const
export type OwnExportFormat = (typeof ownExportFormats)[number]

export const transferLimits = {
  /** How many prompts one request may contain. */
  rowsMax: 500,
  /** How many characters of file content one request may contain. */
  contentMax: 900_000,
  /** How many characters a file's name may have, with its folders. */
  nameMax: 300,
  /** How many prompts a member may import in a day. */
  dayMax: 1_000,
} as const
