/**
 * Formats US dollars: $5.00, $0.012, $0. An amount below $0.10 has up to two significant digits, and at most six
 * decimals.
 */
export function formatDollars(dollars: number): string {
  if (dollars === 0) return '$0'
  return dollars >= 0.1 ? `$${dollars.toFixed(2)}` : `$${Number(dollars.toPrecision(2)).toFixed(6).replace(/0+$/, '')}`
}

/**
 * Formats a price per million tokens: $15, $2.50, $0.040. A whole number has no decimals. The lowest price except $0 is
 * shown as $0.001.
 */
export function formatRate(dollars: number): string {
  return `$${Number.isInteger(dollars) ? dollars : Math.max(dollars, 0.001).toFixed(dollars < 0.1 ? 3 : 2)}`
}
