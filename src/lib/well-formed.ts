/** What PostgreSQL can't store in a text or JSON: NUL, and half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** A text from elsewhere as it can be stored: without NUL, halves of surrogate pairs as U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** The first `max` code units of a text, one fewer where the cut would part a surrogate pair. */
export function cutText(text: string, max: number): string {
  const cut = text.slice(0, Math.max(0, max))
  return cut.length < text.length && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}
