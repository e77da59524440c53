import { unguardCell } from '#lib/csv-line.ts'

/** The `format` of an exported record. A record with this format is imported unchanged. */
export const exportFormat = 'promptarium-1'

/** The `format` in CSV files with guarded cells, which spreadsheets don't run as formulas (`guardCell`). */
export const guardedFormat = 'promptarium-csv-3'
/** All formats with guarded cells. In `promptarium-csv-2`, all lists are JSON. */
const guardedFormats: unknown[] = [guardedFormat, 'promptarium-csv-2']

/**
 * Removes the guard against formulas from the cells of a CSV row, and sets its format to `exportFormat`. Rows in other
 * formats stay unchanged.
 */
export function unguardCells(cells: Record<string, string>): Record<string, string> {
  if (!guardedFormats.includes(cells.format)) return cells
  const plain = Object.entries(cells).map(([name, cell]) => [name, unguardCell(cell)])
  return { ...Object.fromEntries(plain), format: exportFormat }
}

/** Parses a text as JSON, or returns the text itself if it isn't valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Callers check what they get.
    return text
  }
}

/**
 * Writes a value as a CSV cell. Strings stay as they are, null and empty lists become an empty cell, the items of
 * simple lists are separated by commas, and other values are JSON.
 */
export function toCell(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null) return ''
  const json = JSON.stringify(value)
  if (!Array.isArray(value)) return json
  const simple = value.join(', ')
  return JSON.stringify(listOfCell(simple)) === json ? simple : json
}

/** Reads a list from a cell with JSON, or with texts separated by commas. */
export function listOfCell(cell: string): unknown {
  if (cell.startsWith('[')) return parseJson(cell)
  return cell.split(',').flatMap((item) => item.trim() || [])
}
