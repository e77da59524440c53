import { expect, it } from 'vitest'
import { toJavaScriptPattern } from './javascript-pattern-rules.ts'
import { compilePattern } from './server/re2js.ts'

it.each([
  ['one two', 'one two', ''],
  ['one.two', 'one[^\\n]two', 'u'],
  ['(?i)ONE', 'ONE', 'iu'],
  ['(?is)one.two', 'one[^]two', 'iu'],
  ['{"a":\\d{2}}', '\\{"a":\\d{2}\\}', ''],
  ['\\Aone', '^one', ''],
  ['two\\z', 'two$', ''],
  ['^\\pL+', '^\\p{L}+', 'u'],
  ['\\p{Greek}', '', null],
  ['(?P<word>\\w+)', '(?<word>\\w+)', ''],
  ['\\\\A', '\\\\A', ''],
  ['a(?i)b', '', null],
  ['[[:alpha:]]', '', null],
  ['\\Qa.b\\E', '', null],
  ['[a[:digit:]]', '', null],
  ['(?m)\\Aone', '^one', ''],
])('the RE2 pattern %s becomes “%s” with the flags “%s” (null: it isn’t converted)', (pattern, source, flags) => {
  expect(toJavaScriptPattern(pattern)).toEqual(flags === null ? null : { source, flags })
})

const patterns = [
  ...String.raw`(?i)one (?is)one.two \Aone two\z ^\pL+ (?P<word>\w+) \\A \PL (?i)\w (?i)K`.split(' '),
  ...String.raw`a\sb a\Sb a[\s-c]b a[\\s-x]b a[\s\S]b a[^\S]b a.b (?s)a.b a[^x]b a\Wb a\Db a\B`.split(' '),
  ...String.raw`(?m)^b (?m)a$ (?m)^$ (?m)\Ab a[]x]b a[^]x]b a\-b a\"b a[\-\"]b a{b a]b a{,2}b a{1}b`.split(' '),
]
const textsBetween = [...'\n\r\v \u00a0\u2028\ufeff😀é-"]{x', '{,2}', '']

it.each([
  ...['one\ntwo', 'ONE', 'x one', 'λ', 'A', '\\A', 'two\n', 'ſ', '\u212a', '😀'],
  ...textsBetween.map((text) => `a${text}b`),
])('a converted pattern matches %j if and only if the RE2 pattern does', (text) => {
  for (const pattern of patterns) {
    const converted = toJavaScriptPattern(pattern)
    if (!converted) throw new Error(`${pattern} isn’t converted.`)
    expect([pattern, new RegExp(converted.source, converted.flags).test(text)]).toEqual([
      pattern,
      compilePattern(pattern).test(text),
    ])
  }
})
