/** A search and the titles of the prompts that fit it, judged by reading them. `heldOut`: not used for tuning. */
export type JudgedSearch = { kind: string; query: string; fits: string[]; heldOut?: boolean }

/** The results of a search: titles, best first, and their total. */
export type FoundTitles = { titles: string[]; total: number }

/** If nothing fits, a search with at most this many results counts as a success. */
const maxResultsIfNoneFits = 3

/** Whether a fitting prompt is among the first three results; if nothing fits, whether there are at most three results. */
export function isSuccess({ fits }: JudgedSearch, { titles, total }: FoundTitles): boolean {
  return fits.length === 0 ? total <= maxResultsIfNoneFits : titles.slice(0, 3).some((title) => fits.includes(title))
}

/**
 * Normalized discounted cumulative gain of the first ten results, 0 to 1: fitting prompts count less the lower they rank
 * (Järvelin and Kekäläinen, 2002). Null if nothing fits.
 */
export function ndcg({ fits }: JudgedSearch, { titles }: FoundTitles): number | null {
  if (fits.length === 0) return null
  const uniqueTitles = [...new Set(titles)].slice(0, 10)
  const gain = (rank: number) => 1 / Math.log2(rank + 2)
  const gainSum = uniqueTitles.reduce((sum, title, rank) => sum + (fits.includes(title) ? gain(rank) : 0), 0)
  const bestSum = fits.slice(0, 10).reduce((sum, _, rank) => sum + gain(rank), 0)
  return gainSum / bestSum
}

/** The mean; NaN if there are no values. */
export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
