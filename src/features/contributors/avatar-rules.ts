/** Degrees between the hues of avatars, enough to tell them apart. */
const hueSteps = 15

/** The initials of a username: of its first two parts, else its first two letters. */
export function initialsOf(username: string): string {
  const [first = '', second] = username.split(/[-_\s]+/).filter(Boolean)
  return (second ? `${first[0]}${second[0]}` : first.slice(0, 2)).toUpperCase()
}

/** The hue of a username in degrees, the same in any letter case. */
export function hueOf(username: string): number {
  let sum = 0
  for (const letter of username.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return (sum % hueSteps) * (360 / hueSteps)
}
