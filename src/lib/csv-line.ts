/** Writes fields as a line of CSV (RFC 4180) with CRLF. Quotes fields that readers could misread. */
export function csvLine(fields: string[]): string {
  return `${fields.map((field) => (/[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\r\n`
}

/** Spreadsheets run cells with these beginnings as formulas (OWASP, "CSV Injection"; the last four are full-width). */
const formulaStart = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const guardedStart = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** Puts an apostrophe before texts that a spreadsheet would run as a formula. */
export function guardCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** Restores the text that was given to `guardCell`. */
export function unguardCell(cell: string): string {
  return guardedStart.test(cell) ? cell.slice(1) : cell
}
