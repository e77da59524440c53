import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fillPrompt,
  parsePrompt,
  segmentsWith,
  usesError,
  usesMax,
  variablesOf,
  withoutDefault,
} from './variable-rules.ts'

describe('variables in a prompt', () => {
  it('are found once each, in order of first use, with their first default', () => {
    expect(variablesOf('{{b}} {{a:x y}} {{b:late}} {{größe_1}}')).toEqual([
      { name: 'b', default: 'late' },
      { name: 'a', default: 'x y' },
      { name: 'größe_1', default: null },
    ])
  })

  it.each(['{{1st}}', "{{ $json['a'] }}", '{{}}', '{{a.b}}', '{a}', '{{a', `{{${'x'.repeat(41)}}}`])(
    'are not recognized in %s, which stays plain text',
    (content) => expect(parsePrompt(content)).toEqual([{ kind: 'text', text: content }]),
  )

  it('are plain text if a text has too many of them, and such a text can’t be stored', () => {
    const most = '{{a}} \\{{b}} '.repeat(usesMax)
    expect(parsePrompt(most).filter(({ kind }) => kind === 'variable')).toHaveLength(usesMax)
    expect(usesError(most)).toBeNull()
    const tooMany = `${most}{{c:d}}`
    expect(parsePrompt(tooMany)).toEqual([{ kind: 'text', text: tooMany }])
    expect(usesError(tooMany)).toBe('The text uses blanks 501 times. Use them at most 500 times.')
  })

  it('are the only blanks if placeholders would add too many', () => {
    const topic = { written: '<topic>', name: 'topic' }
    const usesOf = (content: string) => segmentsWith(content, [topic]).filter(({ kind }) => kind === 'variable').length
    expect(usesOf(`{{a}} ${'<topic> '.repeat(usesMax - 1)}`)).toBe(usesMax)
    expect(usesOf(`{{a}} ${'<topic> '.repeat(usesMax)}`)).toBe(1)
  })

  it('are escaped by a backslash', () => {
    expect(parsePrompt(String.raw`a \{{b}} c`)).toEqual([{ kind: 'text', text: 'a {{b}} c' }])
  })

  it('are filled in with their value, or else their default, or else stay as written', () => {
    const segments = parsePrompt('{{a}}-{{b:dee}}-{{c}}-{{toString}}')
    expect(fillPrompt(segments, { a: '{{c}}' })).toBe('{{c}}-dee-{{c}}-{{toString}}')
  })

  it('property: stay as written without values, except for white space in braces, if there are no escapes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{{a}}', '{{', '}}', '{', '}', 'a', ' ', '$', '1', 'ä', '\n') }),
        (content) => {
          expect(fillPrompt(parsePrompt(content), {}).replaceAll(/\{\{\s*|\s*\}\}/g, '')).toBe(
            content.replaceAll(/\{\{\s*|\s*\}\}/g, ''),
          )
        },
      ),
    )
  })
})

it('a default is removed from the text wherever the blank is written with one', () => {
  expect(withoutDefault(String.raw`{{a:x}} {{b:y}} {{a : z}} \{{a:x}} {{a:}}`, 'a')).toBe(
    String.raw`{{a}} {{b:y}} {{a}} \{{a:x}} {{a}}`,
  )
})
