/**
 * How many bytes a first visit may load of each kind of file, compressed with Brotli
 * (docs/decisions/007-small-first-load.md).
 */
export const firstVisitBudgets = { script: 147_500, document: 12_000, stylesheet: 15_600, font: 33_000 }
/** How many bytes a first visit may load altogether. */
export const wholeVisitBudget = 200_000
