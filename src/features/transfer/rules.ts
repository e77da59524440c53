/** What a file of prompts can be. `md`: one Markdown file to import, a zip of them to export. */
export const transferFormats = ['json', 'csv', 'md'] as const
export type TransferFormat = (typeof transferFormats)[number]

export const transferLimits = {
  /** Prompts that one request may bring. */
  rowsMax: 500,
  /** Characters of the file that one request may bring. */
  contentMax: 900_000,
  /** Prompts that a member may bring in a day. */
  dayMax: 1_000,
} as const
