/**
 * Formats US dollars. Below ten cents, amounts have two significant digits, but at most six decimals: $5.00, $0.012,
 * <$0.000001, $0.
 */
export function formatDollars(dollars: number): string {
  if (dollars === 0) return '$0'
  if (dollars < 0.000001) return '<$0.000001'
  const rounded = Number(dollars.toPrecision(2))
  return rounded >= 0.1 ? `$${dollars.toFixed(2)}` : `$${rounded.toFixed(6).replace(/(?<!0)0+$/, '')}`
}

/**
 * Formats a price per million tokens: $15, $2.50, or $0.040 below ten cents. A positive price below $0.001 is shown as
 * $0.001.
 */
export function formatTokenPrice(dollars: number): string {
  return `$${Number.isInteger(dollars) ? dollars : Math.max(dollars, 0.001).toFixed(dollars < 0.1 ? 3 : 2)}`
}
