/** Matches RE2 syntax that JavaScript doesn't support or treats differently. */
const unsupportedSyntax = /\\[aCEQ]|\[:\^?\w+:\]|\(\?[a-zA-Z-]+[:)]|\\x\{|\\\d\d\d/
/** Matches the parts of a pattern: escapes, classes, starts of named groups, repetitions, and single characters. */
const partPattern = /\\[pP](?:\w|\{[^{}]*\})|\\.|\[\^?\]?(?:\\.|[^\\\]])*\]?|\(\?P<|\{\d+(?:,\d*)?\}|./gs
/** What `\s` and `\S` match in RE2, as parts of a class. In JavaScript, `\s` also matches U+00A0, for example. */
const spaces = '\\t\\n\\f\\r '
const nonSpaces = '\\0-\\x08\\x0b\\x0e-\\x1f!-\\u{10ffff}'
/** Matches what could match half of a character above U+FFFF if JavaScript read the pattern without the flag `u`. */
const needsCodePoints = /\[\^|\\[pPDW]|\\u\{|[^\0-\uffff]/u

/**
 * Converts a pattern from RE2's syntax to the source and flags of a JavaScript pattern. Returns null if it can't
 * convert the pattern, for example because of flags in the middle.
 */
export function toJavaScriptPattern(pattern: string): { source: string; flags: string } | null {
  const [, leadingFlags = '', rest = ''] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern) ?? []
  if (unsupportedSyntax.test(rest)) return null
  const source = rest.replace(partPattern, (part) => convertPart(part, leadingFlags))
  const isCaseInsensitive = leadingFlags.includes('i')
  // JavaScript ignores the case of letters such as “ſ” only with the flag `u`.
  const flags = (isCaseInsensitive ? 'i' : '') + (isCaseInsensitive || needsCodePoints.test(source) ? 'u' : '')
  try {
    new RegExp(source, flags)
    return { source, flags }
  } catch {
    return null
  }
}

/** Converts a part of a pattern to syntax that is valid with and without the flag `u`. */
function convertPart(part: string, leadingFlags: string): string {
  switch (part) {
    case '\\A':
      return '^'
    case '\\z':
      return '$'
    case '\\s':
      return `[${spaces}]`
    case '\\S':
      return `[^${spaces}]`
    case '.':
      return leadingFlags.includes('s') ? '[^]' : '[^\\n]'
    // JavaScript's flag `m` would also split lines at `\r` and U+2028.
    case '^':
      return leadingFlags.includes('m') ? '(?<=^|\\n)' : part
    case '$':
      return leadingFlags.includes('m') ? '(?=\\n|$)' : part
    case '(?P<':
      return '(?<'
    case '{':
    case '}':
    case ']':
      return `\\${part}`
  }
  return part.startsWith('[') ? convertClass(part) : convertEscape(part)
}

function convertClass(part: string): string {
  return part
    .replace(/^\[\^?\]/, (start) => start.replace(']', '\\]'))
    .replace(/\\[pP]\w|\\s-|\\./gs, (member) => {
      if (member === '\\s') return spaces
      if (member === '\\s-') return `${spaces}\\-`
      if (member === '\\S') return nonSpaces
      return member === '\\-' ? member : convertEscape(member)
    })
}

/** Removes the backslash where the flag `u` forbids it, and adds the braces that JavaScript needs in `\pL`. */
function convertEscape(part: string): string {
  return part.replace(/^\\([pP])(\w)$/, '\\$1{$2}').replace(/^\\([^A-Za-z0-9^$\\.*+?()[\]{}|/])$/, '$1')
}
