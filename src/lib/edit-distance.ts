/**
 * The number of typos by which two words differ. A typo is an extra, missing or wrong letter, or two neighboring
 * letters that are swapped (the “optimal string alignment” variant of the Damerau–Levenshtein distance, 1964/1966).
 */
export function editDistance(a: string, b: string): number {
  const [from, to] = [[...a], [...b]]
  let above: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const [twoAbove, last] = [above, row]
    above = last
    row = [i]
    for (let j = 1; j <= to.length; j++) {
      const substitutionCost = from[i - 1] === to[j - 1] ? 0 : 1
      let least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + substitutionCost)
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (isSwapped) least = Math.min(least, at(twoAbove, j - 2) + 1)
      row.push(least)
    }
  }
  return at(row, to.length)
}

/** Returns a cell of a row. Callers pass only valid indexes. */
function at(row: number[], index: number): number {
  return row[index] as number
}
