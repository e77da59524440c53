import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findHiddenCharacters, splitAtHiddenCharacters, withoutHiddenCharacters } from './hidden-character-rules.ts'

describe('characters that don’t show', () => {
  it.each([
    ['direction overrides', 'a\u202Eb\u2066c', 2],
    ['zero-width characters', 'a\u200Bb', 1],
    ['tag characters (invisible letters)', 'a\u{E0041}\u{E0042}\u{E0043}', 3],
    ['soft hyphens', 'hyphen\u00ADation', 1],
    ['control characters', 'bell\u0007', 1],
    ['invisible fillers', 'a\u3164b', 1],
    ['variation selectors', 'a\u{E0101}', 1],
    ['variation selectors', 'a\uFE01\uFE0F\u{E0101}', 3],
    ['variation selectors', '葛\u{E0100}\u{E0101}', 1],
    ['variation selectors', 'あ\u{E0100}', 1],
    ['variation selectors', 'a\u{E01EF}', 1],
    ['variation selectors', '❤\uFE0F\uFE0F\uFE0E漢\uFE00\uFE01', 3],
  ])('%s are counted and can be removed', (kind, text, count) => {
    expect(findHiddenCharacters(`Line one\n${text}`)).toEqual([{ kind, count, line: 2 }])
    expect(findHiddenCharacters(withoutHiddenCharacters(text))).toEqual([])
  })

  it.each([
    'Plain text with\ttabs and\r\nbreaks.',
    'A family: 👩‍👩‍👧 and a heart ❤️',
    'Buttons 1️⃣ →︎ ☎︎ and 漢︀, ≨︀',
    'A name in Japanese: 葛\u{E0100}城さん',
    'می‌خواهم',
    'क्‍ष',
    'עברית and العربية',
  ])('are not reported where a text needs them: %s', (text) => {
    expect(findHiddenCharacters(text)).toEqual([])
  })

  it('are all removed, also those that are hidden only once others are gone', () => {
    expect(withoutHiddenCharacters('a \uFE0F\u200Db')).toBe('a b')
    const character = fc.constantFrom(...'a 1❤漢क👩', ...'\uFE0F\uFE01\u{E0100}\u200C\u200D\u200B\u3164\u00AD\u202E')
    fc.assert(
      fc.property(fc.array(character, { maxLength: 8 }), (characters) => {
        expect(findHiddenCharacters(withoutHiddenCharacters(characters.join('')))).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  it('are separated from the rest of a text, run by run', () => {
    expect(splitAtHiddenCharacters('Say\u200B\u202E hello ❤️.\u2060', String)).toEqual([
      'Say',
      '\u200B\u202E',
      ' hello ❤️.',
      '\u2060',
      '',
    ])
  })

  it('are separated up to 500 runs; the codes of the others are text', () => {
    const pieces = splitAtHiddenCharacters('a\u200B'.repeat(1_000), () => '[code]')
    expect(pieces).toHaveLength(1_001)
    expect(pieces.at(-1)).toBe('a[code]'.repeat(500))
  })
})
