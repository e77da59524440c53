import { afterAll, afterEach, describe, expect, expectTypeOf, it } from 'vitest'
import { currentLanguage, type Language, setLanguageSource } from './language.ts'
import type { LanguageTag } from './languages.ts'
import { formatNumber } from './numbers.ts'
import { formSeparator, msg, plural, t, textKey, translate } from './texts.ts'
import { mediumUsDate, shortUsDate, usDate } from './us-date.ts'

const english = currentLanguage()
// Other test files in this process need the source that was there.
const sourceBefore = setLanguageSource(() => english)

/** A language with these translations, by key. */
function speak(tag: LanguageTag, texts: Record<string, string> = {}, format: Language['format'] = null): void {
  setLanguageSource(() => ({ tag, prefix: '', format, find: (key) => texts[key] }))
}

afterEach(() => void setLanguageSource(() => english))
afterAll(() => void setLanguageSource(sourceBefore))

describe('a text', () => {
  it('is English unless the language has another', () => {
    expect(t('By {name}', { name: 'Ada' })).toBe('By Ada')
    speak('de', { 'By {name}': 'Von {name}' })
    expect(t('By {name}', { name: 'Ada' })).toBe('Von Ada')
    expect(t('Search')).toBe('Search')
  })

  it('may have the same English words as another in a different context', () => {
    speak('de', { [textKey('Open', { context: 'verb' })]: 'Öffnen', [textKey('Open')]: 'Offen' })
    expect([t('Open'), t('Open', { context: 'verb' }), translate(msg('Open'))]).toEqual(['Offen', 'Öffnen', 'Offen'])
  })

  it('keeps braces of a value, and names that have no value', () => {
    expect(t('By {name}', { name: '{name} {x}' })).toBe('By {name} {x}')
    expect(translate(msg('By {name}'), { other: 1 })).toBe('By {name}')
  })

  it('keeps values apart where it runs from right to left, except addresses', () => {
    speak('ar', { 'By {name}': 'بقلم {name}', 'See {address}': 'انظر {address}' })
    expect(t('By {name}', { name: 'a, b' })).toBe('بقلم \u2068a, b\u2069')
    expect(t('See {address}', { address: 'https://a.example/b' })).toBe('انظر https://a.example/b')
    expect(t('By {name}', { name: '' })).toBe('بقلم ')
  })

  it('needs exactly the values that it names', () => {
    expectTypeOf(t<'By {name}'>).parameters.toEqualTypeOf<
      ['By {name}', Record<'name', string | number> & { context?: string }]
    >()
    // @ts-expect-error A constant can be shown only by `translate`.
    const label: string = msg('Search')
    expect(label).toBe('Search')
  })
})

describe('a plural', () => {
  it('has two forms in English', () => {
    const prompts = (count: number) => plural(count, '{count} prompt', '{count} prompts')
    expect([0, 1, 2, 1234].map(prompts)).toEqual(['0 prompts', '1 prompt', '2 prompts', '1,234 prompts'])
  })

  it('has as many forms as the language', () => {
    const forms = ['none', 'one', 'two', '{count} few', '{count} many', '{count} other'].join(formSeparator)
    speak('ar', { [textKey('{count} prompt', { other: '{count} prompts' })]: forms })
    const shown = [0, 1, 2, 3, 11, 100].map((count) => plural(count, '{count} prompt', '{count} prompts'))
    expect(shown).toEqual(['none', 'one', 'two', '3 few', '11 many', '100 other'])
  })

  it('is read from one text in a browser, whose scripts have the forms in the place of the first', () => {
    const packed = ['{count} prompt', '{count} prompts'].join(formSeparator)
    expect([1, 2].map((count) => plural(count, packed, '' as '{count}'))).toEqual(['1 prompt', '2 prompts'])
  })
})

it('numbers and dates are written as the language does', () => {
  const format = {
    ...{ group: '.', decimal: ',', groupSizes: [3, 2] as const, groupedDigits: 5 },
    ...{ months: ['January'], shortMonths: ['Jan.'], date: '{day}. {month} {year}', shortDate: '{day}. {month}' },
  }
  speak('tr', {}, format)
  expect([1234, 12345, 1234567, -1234567.25, 0.5].map(formatNumber)).toEqual([
    '1234',
    '12.345',
    '12.34.567',
    '−12.34.567,25',
    '0,5',
  ])
  expect([usDate, mediumUsDate, shortUsDate].map((format) => format('2026-01-04'))).toEqual([
    '4. January 2026',
    '4. Jan. 2026',
    '4. Jan.',
  ])
})
