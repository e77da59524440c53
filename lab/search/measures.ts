/**
 * A search, and the titles of the prompts that fit it, which were judged by reading them. `kind` groups searches in the
 * report, such as `sentence`. `heldOut`: the search wasn't used for tuning.
 */
export type JudgedSearch = { kind: string; query: string; fits: string[]; heldOut?: boolean }

/** What a search found: the titles, best first, and how many there are in total. */
export type FoundTitles = { titles: string[]; total: number }

/** If no prompt fits, a search succeeds if it has at most this many results. */
const maxResultsIfNoneFits = 3

/**
 * Whether a fitting prompt is among the first three results. If no prompt fits, whether there are at most three
 * results.
 */
export function isSuccess({ fits }: JudgedSearch, { titles, total }: FoundTitles): boolean {
  return fits.length === 0 ? total <= maxResultsIfNoneFits : titles.slice(0, 3).some((title) => fits.includes(title))
}

/**
 * The normalized discounted cumulative gain of the first ten results, from 0 to 1. Fitting prompts count less the lower
 * they rank (Järvelin and Kekäläinen, 2002). Null if no prompt fits.
 */
export function ndcg({ fits }: JudgedSearch, { titles }: FoundTitles): number | null {
  if (fits.length === 0) return null
  const uniqueTitles = [...new Set(titles)].slice(0, 10)
  const gain = (rank: number) => 1 / Math.log2(rank + 2)
  const gainSum = uniqueTitles.reduce((sum, title, rank) => sum + (fits.includes(title) ? gain(rank) : 0), 0)
  const bestSum = fits.slice(0, 10).reduce((sum, _, rank) => sum + gain(rank), 0)
  return gainSum / bestSum
}

/** The mean of some values. NaN if there are none. */
export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
