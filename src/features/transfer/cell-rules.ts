import { unguardCell } from '#lib/csv-line.ts'

/** Names the shape of a record that `export` writes. A record that carries it is taken as it stands. */
export const exportFormat = 'promptarium-1'

/** The same as CSV whose cells no spreadsheet runs. Cells of older files, which say promptarium-1, are as they stand. */
export const guardedFormat = 'promptarium-csv-2'

/** The cells of a CSV row, with what the export put before those that a spreadsheet would run taken off again. */
export function plainCells(cells: Record<string, string>): Record<string, string> {
  if (cells.format !== guardedFormat) return cells
  const plain = Object.entries(cells).map(([name, cell]) => [name, unguardCell(cell)])
  return { ...Object.fromEntries(plain), format: exportFormat }
}
