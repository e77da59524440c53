/** Whether PostgreSQL can store a text, that is, whether it contains neither NUL nor unpaired surrogates. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Makes a text storable: removes each NUL, and replaces unpaired surrogates with U+FFFD. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** The first `max` UTF-16 code units of a text, or one less if the cut would split a surrogate pair. */
export function cutText(text: string, max: number): string {
  const cut = text.slice(0, Math.max(0, max))
  return cut.length < text.length && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

declare const useCutText: unique symbol

declare global {
  interface String {
    /** @deprecated A cut at a fixed length can split a character. Use `cutText`. The result can’t be used as a text. */
    slice<Max extends number>(
      start: 0,
      max: Max & (number extends Max ? never : `${Max}` extends `-${string}` ? never : unknown),
    ): typeof useCutText
    /** @deprecated Use `cutText`, or `slice` with a position. */
    substring(start: number, end?: number): typeof useCutText
  }
}
