/** The bytes that a first visit may load, after Brotli compression, by kind of file (docs/decisions/042-shared-files.md). */
export const firstVisitBudgets = { script: 142_000, document: 12_000, stylesheet: 13_200, font: 33_000 }
/** The budget for all of them together. */
export const wholeVisitBudget = 192_000
