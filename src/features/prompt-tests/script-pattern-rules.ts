/** What JavaScript reads in another way than RE2, or not at all. */
const unknown = /\\[aCEQ]|\[\[:\^?\w+:\]|\(\?[a-zA-Z-]+[:)]|\\x\{|\\\d\d\d/

/**
 * A pattern in RE2's syntax as one of JavaScript: its text and flags. Null if JavaScript has none that means the same, such
 * as with flags in the middle.
 */
export function scriptPattern(pattern: string): { source: string; flags: string } | null {
  const [, named = '', rest = ''] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern) ?? []
  if (named.includes('m') && /\\[Az]/.test(rest)) return null
  const source = rest
    .replace(/\\\\|\\([AzpP])(\w?)/g, (whole, letter: string | undefined, one: string) => {
      if (letter === 'A') return `^${one}`
      if (letter === 'z') return `$${one}`
      return letter && one ? `\\${letter}{${one}}` : whole
    })
    .replace(/\(\?P</g, '(?<')
  const flags = [...new Set(named), ...(/\\[pP]\{/.test(source) ? ['u'] : [])].sort().join('')
  if (unknown.test(source)) return null
  try {
    new RegExp(source, flags)
    return { source, flags }
  } catch {
    return null
  }
}
