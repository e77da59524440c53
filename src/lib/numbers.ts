/** Formats a whole number, such as `12,204`. Avoids `Intl`, whose first use delays the page. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3}){1,7}$)/g, ',')
}

/**
 * Formats a count with its noun, such as `1 prompt` or `12,204 prompts`. `many`: the plural, if it isn't `one` with an
 * s.
 */
export function pluralize(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}
