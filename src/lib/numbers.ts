const grouped = new Intl.NumberFormat('en-US')

/** A whole number as people read it here: `12,204`. */
export function figure(value: number): string {
  return grouped.format(value)
}

/** A count with its noun: `1 prompt`, `12,204 prompts`. `many` is for nouns that don't just take an s. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${figure(value)} ${value === 1 ? one : many}`
}
