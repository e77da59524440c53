/** Formats a whole number: `12,204`. Doesn't use `Intl`, for the reason in us-date.ts. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Formats a count with its noun: `1 prompt`, `12,204 prompts`. `many`: an irregular plural. */
export function pluralize(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}
