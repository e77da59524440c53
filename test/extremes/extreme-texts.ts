/** What a text repeats, by what is extreme about it. */
const units: Record<string, string> = {
  spaces: ' ',
  'no-break spaces': '\u00a0',
  newlines: '\n',
  'lines of spaces': '  \n',
  'CR and LF': '\r\n',
  dashes: '-',
  rules: '---\n',
  backticks: '`',
  fences: '```\n',
  'opening brackets': '[',
  'opening braces': '{',
  'closing braces': '}',
  'opening parentheses': '(',
  'angle brackets': '<',
  stars: '*',
  underscores: '_',
  hashes: '#',
  quotes: '"',
  backslashes: '\\',
  'escaped quotes': '\\"',
  dots: '.',
  colons: ':',
  commas: ',',
  semicolons: ';',
  digits: '1',
  'one letter': 'a',
  'one capital letter': 'A',
  'one ideograph': '漢',
  'zero-width spaces': '\u200b',
  'hidden tags': '\u{e0041}',
  emoji: '😀',
  'combining marks': '\u0301',
  'lone surrogates': '\ud800',
  blanks: '{{a}} ',
  'blanks with defaults': '{{a:b}}',
  'blanks in angle brackets': '<topic> ',
  'blanks in shell syntax': '$' + '{a:-b} ',
  links: '[a](',
  addresses: 'https://a.b ',
  'mail addresses': 'a.b@',
  'list items': '- a\n',
  'table cells': '|a',
  'JSON keys': '"a":[',
  'JSON negatives': '"negative',
  'YAML keys': 'a: b\n',
  tags: '<a href="',
  comments: '<!--',
  entities: '&#38;#',
  'small words': 'the ',
  'sentences of one word': 'You. ',
  'capitalized words': 'Ada ',
}

/** What a text has before and after a repetition, so that a pattern nearly matches. */
const frames: Record<string, [start: string, end: string]> = {
  spaces: ['Title: a', 'x'],
  newlines: ['a', '\nx'],
  dashes: ['a', 'x'],
  backticks: ['', 'x`'],
}

/**
 * Returns some fifty texts of `length` UTF-16 units that are hard to read for one program or another, by what is
 * extreme about them.
 */
export function extremeTexts(length: number): Record<string, string> {
  const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
  const repeated = Object.entries(units).map(([name, unit]) => [name, fill(unit, length)])
  const framed = Object.entries(frames).map(([name, [start, end]]) => [
    `${name} inside a line`,
    start + fill(units[name] ?? '', length - start.length - end.length) + end,
  ])
  const half = Math.floor(length / 2)
  return Object.fromEntries([
    ...repeated,
    ...framed,
    ['nested brackets', fill('[', half) + fill(']', half)],
    ['nested braces', fill('{', half) + fill('}', half)],
    ['a hint with a gap', `BLANKS: when (date);${fill(' ', length)}`],
    ['a model’s answer with a gap', `TITLE: a\nTAGS: ${fill(' ', length)}x`],
  ])
}
