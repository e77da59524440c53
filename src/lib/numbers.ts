const grouped = new Intl.NumberFormat('en-US')

/** Formats a whole number: `12,204`. */
export function figure(value: number): string {
  return grouped.format(value)
}

/** Formats a count with its noun: `1 prompt`, `12,204 prompts`. `many`: an irregular plural. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${figure(value)} ${value === 1 ? one : many}`
}
