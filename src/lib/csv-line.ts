/** Fields as one line of CSV (RFC 4180), CRLF included; quoted where a reader could be misled. */
export function csvLine(fields: string[]): string {
  return `${fields.map((field) => (/[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\r\n`
}

/** Spreadsheets run a cell that begins so as a formula (OWASP, "CSV Injection"; the last four are full-width). */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const guarded = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** A text that a spreadsheet would take for a formula, with an apostrophe before it; any other as it is. */
export function guardCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** The text that `guardCell` was given, whatever it was. */
export function unguardCell(cell: string): string {
  return guarded.test(cell) ? cell.slice(1) : cell
}
