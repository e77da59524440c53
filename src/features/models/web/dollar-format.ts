/** Formats US dollars with as many digits as a small amount needs: $5.00, $0.012, $0. */
export function formatDollars(dollars: number): string {
  if (dollars === 0) return '$0'
  return dollars >= 0.1 ? `$${dollars.toFixed(2)}` : `$${Number(dollars.toPrecision(2)).toFixed(6).replace(/0+$/, '')}`
}

/** Formats a price per million tokens without needless digits: $2.50, $15. */
export function formatRate(dollars: number): string {
  return `$${Number.isInteger(dollars) ? dollars : Math.max(dollars, 0.001).toFixed(dollars < 0.1 ? 3 : 2)}`
}
