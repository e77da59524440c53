/** Whether a character (a code point) is a letter or a mark that belongs to one, such as an accent. */
export function isLetter(character: string): boolean {
  const code = character.charCodeAt(0)
  // A shortcut, because ordering a list checks thousands of characters, and nearly all of them are ASCII.
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
  return /[\p{L}\p{M}]/u.test(character)
}
