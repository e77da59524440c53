/** The formats of files of prompts. `md`: an import of one file of one prompt, an export as a zip of Markdown files. */
const transferFormats = ['json', 'csv', 'md'] as const

/** The formats of imports. `zip`: files of one prompt each, as base64. */
export const importFormats = [...transferFormats, 'zip'] as const

/** The formats of exports. `skill` and `prompt` are a zip of SKILL.md folders and of Dotprompt files. */
export const exportFormats = [...transferFormats, 'skill', 'prompt'] as const
export type ExportFormat = (typeof exportFormats)[number]

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
