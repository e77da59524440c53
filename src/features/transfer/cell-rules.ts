import { unguardCell } from '#lib/csv-line.ts'

/** The `format` of an exported record. A record of this format is imported unchanged. */
export const exportFormat = 'promptarium-1'

/** The `format` in CSV files whose cells are guarded: spreadsheets don't run them as formulas (`guardCell`). */
export const guardedFormat = 'promptarium-csv-3'
/** The formats with guarded cells. In the older one, all lists are JSON. */
const guardedFormats: unknown[] = [guardedFormat, 'promptarium-csv-2']

/** Removes the guard against formulas from a CSV row, whose format becomes `exportFormat`. Other rows stay unchanged. */
export function plainCells(cells: Record<string, string>): Record<string, string> {
  if (!guardedFormats.includes(cells.format)) return cells
  const plain = Object.entries(cells).map(([name, cell]) => [name, unguardCell(cell)])
  return { ...Object.fromEntries(plain), format: exportFormat }
}

/** Parses a text as JSON. Returns the text itself if it isn't valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Callers check what they receive.
    return text
  }
}
