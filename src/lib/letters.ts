/** Whether a character (a code point) is a letter or belongs to one, as accents do. */
export function isLetter(character: string): boolean {
  const code = character.charCodeAt(0)
  // Lists ask this of thousands of characters, and nearly all are of these.
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
  return /[\p{L}\p{M}]/u.test(character)
}
