import { describe, expect, it } from 'vitest'
import { languages } from '#lib/languages.ts'
import { formSeparator, pluralCategories, textKey } from '#lib/texts.ts'
import { type Entry, readCatalogue, translationsOf, writeCatalogue } from './catalogue-file.ts'
import { problemOfEntry } from './check-entry.ts'
import { describeLanguage } from './describe-language.ts'
import { findTexts } from './find-texts.ts'
import { translateScript } from './translated-scripts.ts'

const entry = (more: Partial<Entry>): Entry => ({
  text: 'By {name}',
  forms: ['Von {name}'],
  files: [],
  notes: [],
  ...more,
})

describe('a catalogue', () => {
  it('is the same after it is written and read', () => {
    const entries = [
      entry({ text: 'A "quote"\\ and\na line', forms: ['x\t"y"'], files: ['src/a.ts', 'src/b.ts'], notes: ['# Why'] }),
      entry({ context: 'verb', isFuzzy: true }),
      entry({ text: '{count} x', other: '{count} xs', forms: ['1', '{count} 2'] }),
    ]
    const header = 'Language: de\nPlural-Forms: nplurals=2;\n'
    const written = writeCatalogue({ header, entries }, 2)
    expect(readCatalogue(written).header).toBe(header)
    expect(readCatalogue(written).entries).toEqual(entries.toSorted((a, b) => (a.text < b.text ? -1 : 1)))
    expect(writeCatalogue(readCatalogue(written), 2)).toBe(written)
  })

  it('gives neither fuzzy nor empty translations', () => {
    const entries = [
      entry({}),
      entry({ text: 'a', isFuzzy: true }),
      entry({ text: 'b', forms: [''] }),
      entry({ text: 'c', other: 'cs', forms: ['1', '2'] }),
    ]
    expect([...translationsOf({ header: '', entries })]).toEqual([
      ['By {name}', 'Von {name}'],
      [textKey('c', { other: 'cs' }), `1${formSeparator}2`],
    ])
  })

  it('names the line of what it can’t read', () => {
    expect(() => readCatalogue('msgid "a"\nmsgstr b')).toThrow('line 2 isn’t in the PO format: msgstr b')
  })
})

describe('a translation', () => {
  it.each([
    ['the same names', { forms: ['{name}: von'] }, null],
    ['no translation yet', { forms: [''] }, null],
    ['another name', { forms: ['Von {nom}'] }, 'needs exactly {name}'],
    ['no name', { forms: ['Von'] }, 'needs exactly {name}'],
    ['a missing tag', { text: '<b>x</b>', forms: ['<b>x'] }, 'needs exactly the tags'],
    ['too few forms', { text: '{count} x', other: '{count} xs', forms: ['x'] }, 'has 1 of 2 forms'],
    ['an empty form', { text: '{count} x', other: '{count} xs', forms: ['x', ''] }, 'has 1 of 2 forms'],
    ['a number in words', { text: '{count} x', other: '{count} xs', forms: ['one x', '{count} xs'] }, null],
  ])('has %s', (_what, more, problem) => {
    const found = problemOfEntry(entry(more), 2)
    if (problem === null) expect(found).toBeNull()
    else expect(found).toContain(problem)
  })
})

describe('the texts of a file', () => {
  const file = (code: string) => findTexts('src/a.tsx', `import { t, plural as plural } from '#lib/texts.ts'\n${code}`)

  it('are the literals of its calls', () => {
    const code = "t('a'); t(`b`, { context: 'verb' }); plural(n, 'x', 'xs'); other('c'); x.t('d')"
    expect(file(code).texts.map(({ key }) => key)).toEqual([
      'a',
      textKey('b', { context: 'verb' }),
      textKey('x', { other: 'xs' }),
    ])
  })

  it('can’t be anything else than literals', () => {
    expect(file('t(label); t(`a ${b}`); plural(n, one, "b")').problems).toHaveLength(3)
    expect(file("t('a', { context: t('b') }); t('a', { context })").problems).toHaveLength(2)
    expect(findTexts('src/a.tsx', "const t = (x: string) => x; t('a')").texts).toEqual([])
  })
})

it('a translated text is the same in any kind of literal', () => {
  const text = `"'\`\${1}\\\n\t`
  const language = { tag: 'de' as const, prefix: '/de', format: null, find: () => text }
  for (const quote of ['"', "'", '`']) {
    const script = translateScript(`${quote}%T.abc123.T%${quote}`, { abc123: 'x' }, language)
    // biome-ignore lint/security/noGlobalEval: the test shows that the script means the text.
    expect(globalThis.eval(script)).toBe(text)
  }
})

describe.each(languages.filter(({ tag }) => tag !== 'en'))('$tag', ({ tag }) => {
  const intl = new Intl.NumberFormat(`${tag}-u-nu-latn`)

  it('writes dates as Intl does', () => {
    const format = describeLanguage(tag)
    const long = new Intl.DateTimeFormat(`${tag}-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' })
    for (let month = 0; month < 12; month++) {
      const date = Date.UTC(2026, month, 14)
      const written = format?.date
        .replace('{day}', '14')
        .replace('{month}', format.months[month] ?? '')
        .replace('{year}', '2026')
      expect(written).toBe(long.format(date))
    }
  })

  it('groups digits as Intl does', () => {
    const { group, groupSizes, groupedDigits } = describeLanguage(tag) ?? {
      group: '',
      groupSizes: [],
      groupedDigits: 0,
    }
    expect(intl.format(1234).length === 4).toBe(groupedDigits === 5)
    expect(intl.format(1234567).split(group).at(-2)).toHaveLength(groupSizes[1] ?? 0)
  })

  it('has plural forms', () => expect(pluralCategories(tag).at(-1)).toBe('other'))
})
