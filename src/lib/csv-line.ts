/**
 * Writes the fields as one line of CSV (RFC 4180), which ends with CRLF. Quotes only the fields that programs could
 * misread otherwise.
 */
export function csvLine(fields: string[]): string {
  return `${fields.map((field) => (/[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\r\n`
}

/**
 * Matches what a spreadsheet would run as a formula (OWASP, “CSV Injection”), even after apostrophes, so that
 * `unguardCell` removes no apostrophe of the text itself. The last four characters in the brackets are full-width.
 */
const formulaStart = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const guardedStart = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** Adds an apostrophe to the start of a text that matches `formulaStart`, so that no spreadsheet runs it. */
export function guardCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** Removes the apostrophe that `guardCell` added. */
export function unguardCell(cell: string): string {
  return guardedStart.test(cell) ? cell.slice(1) : cell
}
