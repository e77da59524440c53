/** A search and the titles of the prompts that fit it, judged by reading them. `heldOut`: not looked at while tuning. */
export type JudgedSearch = { kind: string; query: string; fits: string[]; heldOut?: boolean }

/** What a search answered: titles, best first, and how many there are. */
export type Found = { titles: string[]; total: number }

/** The most results that an honest answer may have if nothing fits. */
const nothingMax = 3

/** Whether a fitting prompt is among the first three; where nothing fits, whether hardly anything was answered. */
export function isSuccess({ fits }: JudgedSearch, { titles, total }: Found): boolean {
  return fits.length === 0 ? total <= nothingMax : titles.slice(0, 3).some((title) => fits.includes(title))
}

/**
 * Normalized discounted cumulative gain of the first ten, 0 to 1: fitting prompts count less the lower they stand
 * (Järvelin and Kekäläinen, 2002). Null where nothing fits.
 */
export function ndcg({ fits }: JudgedSearch, { titles }: Found): number | null {
  if (fits.length === 0) return null
  const shown = [...new Set(titles)].slice(0, 10)
  const gain = (place: number) => 1 / Math.log2(place + 2)
  const reached = shown.reduce((sum, title, place) => sum + (fits.includes(title) ? gain(place) : 0), 0)
  const best = fits.slice(0, 10).reduce((sum, _, place) => sum + gain(place), 0)
  return reached / best
}

/** The mean; NaN of none. */
export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
