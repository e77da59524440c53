import { expect, it } from 'vitest'
import { cpuMsOf } from '#test/cpu-time.ts'
import { contentError, plainTag } from './text-rules.ts'

it('a text may have a flag that is written with tag characters, but no other tag characters', () => {
  const wales = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}'
  expect(contentError(`Write about ${wales} and ${wales}.`)).toBeNull()
  expect(contentError(`Write about ${wales}\u{E0041} and the sea.`)).toContain('invisible letters')
})

it('a long run of tag characters is checked in linear time', () => {
  const text = `\u{1F3F4}${'\u{E0041}'.repeat(190_000)}`
  expect(cpuMsOf(() => contentError(text))).toBeLessThan(100)
})

it.each(['# #tea', '##  # tea', '#Tea'])(
  'the tag “%s” is stored without #, so that saving it again doesn’t change it',
  (tag) => {
    expect(plainTag(tag)).toBe('tea')
  },
)
