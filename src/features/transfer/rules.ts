/**
 * The file formats for imports and exports. `md`: a Markdown file with one prompt; several are exported as a zip.
 */
const transferFormats = ['json', 'csv', 'md'] as const

/** The formats of imports. `zip`: an archive of files in these formats, as base64. */
export const importFormats = [...transferFormats, 'zip'] as const

/** The formats of exports. `skill`: SKILL.md; `prompt`: Dotprompt. In these and `md`, several prompts come as a zip. */
export const exportFormats = [...transferFormats, 'skill', 'prompt'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The formats for all of a member's prompts. `text`: one Markdown file to read, which doesn't have all fields. */
export const ownExportFormats = [...exportFormats, 'text'] as const
export type OwnExportFormat = (typeof ownExportFormats)[number]

export const transferLimits = {
  /** Prompts per request. */
  rowsMax: 500,
  /** Characters of file content per request. */
  contentMax: 900_000,
  /** Characters of a file's name, with its folders. */
  nameMax: 300,
  /** Imported prompts per member and day. */
  dayMax: 1_000,
} as const
