/** Writes fields as a line of CSV (RFC 4180) with CRLF. Quotes fields that programs could misread. */
export function csvLine(fields: string[]): string {
  return `${fields.map((field) => (/[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\r\n`
}

/** Spreadsheets run cells that start like this as formulas (OWASP, "CSV Injection"; the last four are full-width). */
const formulaStart = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const guardedStart = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** Adds an apostrophe before a text that a spreadsheet would run as a formula. */
export function guardCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** Reverses `guardCell`. */
export function unguardCell(cell: string): string {
  return guardedStart.test(cell) ? cell.slice(1) : cell
}
