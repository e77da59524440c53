import { cutText } from '#lib/well-formed.ts'

/** The number of different hues of avatars: few enough to tell them apart easily. */
const hueCount = 15

/**
 * Returns the initials of a username: the first characters of its first two parts, or its first two characters if it
 * has only one part.
 */
export function initialsOf(username: string): string {
  const [first = '', second] = username.split(/[-_\s]+/).filter(Boolean)
  return (second ? `${first[0]}${second[0]}` : cutText(first, 2)).toUpperCase()
}

/** Returns the hue of a username in degrees. It is the same in any letter case. */
export function hueOf(username: string): number {
  let hash = 0
  for (const letter of username.toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return (hash % hueCount) * (360 / hueCount)
}
