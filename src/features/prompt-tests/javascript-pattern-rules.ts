/** Matches RE2 syntax that JavaScript doesn't support or treats differently. */
const unsupported = /\\[aCEQ]|\[\[:\^?\w+:\]|\(\?[a-zA-Z-]+[:)]|\\x\{|\\\d\d\d/

/**
 * Converts a pattern from RE2's syntax to the source and flags of a JavaScript pattern. Returns null if it can't
 * convert the pattern, for example because of flags in the middle.
 */
export function toJavaScriptPattern(pattern: string): { source: string; flags: string } | null {
  const [, leadingFlags = '', rest = ''] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern) ?? []
  // With the flag m, JavaScript's `^` and `$` would also match at the ends of lines, unlike RE2's `\A` and `\z`.
  if (leadingFlags.includes('m') && /\\[Az]/.test(rest)) return null
  const source = rest
    .replace(/\\\\|\\([AzpP])(\w?)/g, (whole, letter: string | undefined, nextLetter: string) => {
      if (letter === 'A') return `^${nextLetter}`
      if (letter === 'z') return `$${nextLetter}`
      return letter && nextLetter ? `\\${letter}{${nextLetter}}` : whole
    })
    .replace(/\(\?P</g, '(?<')
  const flags = [...new Set(leadingFlags), ...(/\\[pP]\{/.test(source) ? ['u'] : [])].sort().join('')
  if (unsupported.test(source)) return null
  try {
    new RegExp(source, flags)
    return { source, flags }
  } catch {
    return null
  }
}
