/** The bytes of a first visit as brotli (design, "Budgets"; a KB is 1000), by kind of file. */
export const firstVisitBudgets = { script: 138_500, document: 12_000, stylesheet: 13_000, font: 33_000 }
/** All of them together. */
export const wholeVisitBudget = 188_000
