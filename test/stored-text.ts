/**
 * Returns the values of rows as one text, so that a test can search all of them. Bytes become characters, because
 * `JSON.stringify` would write them as numbers.
 */
export function storedText(rows: object[]): string {
  const values = rows.flatMap((row) => Object.values(row))
  return JSON.stringify(values.map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)))
}
