import { expect, it } from 'vitest'
import { toJavaScriptPattern } from './javascript-pattern-rules.ts'
import { compilePattern } from './server/re2js.ts'

it.each([
  ['one.two', 'one.two', ''],
  ['(?i)ONE', 'ONE', 'i'],
  ['(?is)one.two', 'one.two', 'is'],
  ['\\Aone', '^one', ''],
  ['two\\z', 'two$', ''],
  ['^\\pL+', '^\\p{L}+', 'u'],
  ['\\p{Greek}', '\\p{Script=Greek}', null],
  ['(?P<word>\\w+)', '(?<word>\\w+)', ''],
  ['\\\\A', '\\\\A', ''],
  ['a(?i)b', '', null],
  ['[[:alpha:]]', '', null],
  ['\\Qa.b\\E', '', null],
  ['(?m)\\Aone', '', null],
])('the RE2 pattern %s becomes “%s” with the flags “%s” (null: it isn’t converted)', (pattern, source, flags) => {
  expect(toJavaScriptPattern(pattern)).toEqual(flags === null ? null : { source, flags })
})

it.each(['one\ntwo', 'ONE', 'x one', 'λ', 'A', '\\A', 'two\n'])(
  'a converted pattern matches %j exactly if the RE2 pattern does',
  (text) => {
    for (const pattern of [
      '(?i)one',
      '(?is)one.two',
      '\\Aone',
      'two\\z',
      '^\\pL+',
      '(?P<word>\\w+)',
      '\\\\A',
      '\\PL',
    ]) {
      const { source, flags } = toJavaScriptPattern(pattern) ?? { source: '', flags: '' }
      expect([pattern, new RegExp(source, flags).test(text)]).toEqual([pattern, compilePattern(pattern).test(text)])
    }
  },
)
