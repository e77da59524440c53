/** The bytes of a first visit as brotli (design, "Budgets"; a KB is 1000), by kind of file. */
export const firstVisitBudgets = { script: 142_000, document: 12_000, stylesheet: 13_200, font: 33_000 }
/** The budget for all of them together. */
export const wholeVisitBudget = 192_000
