import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePrompt, type Segment, variablesOf } from '#features/variables/variable-rules.ts'
import {
  blanksLeftText,
  collapsedOn,
  defaultsOf,
  emptyBlanks,
  isJson,
  isSuggested,
  linesOf,
  longTextLength,
  measureText,
  piecesOf,
  textToCopy,
} from './worksheet-rules.ts'

const content = 'Explain {{idea:compound interest}} to {{reader}}, again {{idea}}.'
const segments = parsePrompt(content)
const defaults = defaultsOf(variablesOf(content))

describe('what is copied from a worksheet', () => {
  it('contains the defaults at first, in every use of a variable', () => {
    expect(emptyBlanks(defaults)).toEqual(['reader'])
    expect(textToCopy(segments, defaults)).toBe('Explain compound interest to {{reader}}, again compound interest.')
  })

  it('contains the filled values', () => {
    expect(textToCopy(segments, { idea: 'tides', reader: 'a child' })).toBe('Explain tides to a child, again tides.')
  })

  it('contains the {{name}} of an emptied blank, even if it has a default', () => {
    expect(textToCopy(segments, { idea: '', reader: 'a child' })).toBe('Explain {{idea}} to a child, again {{idea}}.')
  })
})

it('a default counts as a suggestion until it is overwritten', () => {
  expect(isSuggested('idea', defaults, defaults)).toBe(true)
  expect(isSuggested('reader', defaults, defaults), 'an empty blank').toBe(false)
  expect(isSuggested('idea', { ...defaults, idea: 'tides' }, defaults)).toBe(false)
  expect(blanksLeftText(defaults, defaults)).toBe('1 of 2 blanks left')
  expect(blanksLeftText({ idea: '', reader: '' }, defaults)).toBe('2 blanks left')
  expect(blanksLeftText({ ...defaults, reader: 'a child' }, defaults)).toBe('Check 1 prefilled blank')
  expect(blanksLeftText({ idea: 'tides', reader: 'a child' }, defaults)).toBe('All filled')
})

it('a text is measured in words and estimated tokens', () => {
  expect(measureText('one  two\nthree')).toEqual({ words: 3, tokens: 4 })
  expect(measureText(' \n ')).toEqual({ words: 0, tokens: 1 })
})

const textOf = (pieces: Segment[][]) =>
  pieces
    .flat()
    .map((segment) => (segment.kind === 'text' ? segment.text : `{{${segment.name}}}`))
    .join('')

describe('a JSON text', () => {
  const json: Segment[] = [
    { kind: 'text', text: '{\n  "who": "' },
    { kind: 'variable', name: 'who', default: null },
    { kind: 'text', text: '",\n    "hair": "Long.",\n\n}' },
  ]

  it('is recognized by its beginning', () => {
    expect(isJson(json)).toBe(true)
    for (const text of ['[Insert a name] and', 'Write {"a": 1}', '{ a }'])
      expect(isJson([{ kind: 'text', text }]), text).toBe(false)
    expect(isJson([])).toBe(false)
  })

  it('of more lines than a page draws separately isn’t recognized', () => {
    const linesOfJson = (count: number): Segment[] => [{ kind: 'text', text: `{ "a":${'\n'.repeat(count - 1)}1 }` }]
    expect(isJson(linesOfJson(2_000))).toBe(true)
    expect(isJson(linesOfJson(2_001))).toBe(false)
  })

  it('is split into lines with levels of indentation, which together are exactly the text', () => {
    const lines = linesOf(json)
    expect(lines.map(({ level }) => level)).toEqual([1, 1, 2, 1, 1])
    expect(
      textToCopy(
        lines.flatMap(({ segments }) => segments),
        {},
      ),
    ).toBe(textToCopy(json, {}))
    expect(linesOf([{ kind: 'text', text: `${' '.repeat(40)}"a"\n` }]).map(({ level }) => level)).toEqual([4])
  })
})

describe('a text', () => {
  it('isn’t split if its length is within the limit', () =>
    expect(piecesOf(segments, longTextLength)).toEqual([segments]))

  it('is split into pieces that end at a line break if it is longer', () => {
    const text = 'A line of some forty characters, or so.\n'.repeat(1000)
    const pieces = piecesOf(parsePrompt(text), text.length)
    expect(pieces.length).toBeGreaterThan(5)
    for (const piece of pieces) expect(textOf([piece])).toMatch(/\n$/)
  })

  it.each([
    ['without a space', '\u0628'.repeat(199_000)],
    ['of words', '\u05d0a '.repeat(66_000)],
    ['of surrogate pairs', '😀'.repeat(99_000)],
    ['with blanks', `${'a '.repeat(200)}{{name}}`.repeat(490)],
  ])('is also split within a very long line: %s', (_, text) => {
    const pieces = piecesOf(parsePrompt(text), text.length)
    for (const piece of pieces) {
      expect(textOf([piece]).length).toBeLessThan(7_000)
      expect(textOf([piece]).isWellFormed()).toBe(true)
    }
  })

  it('property: is exactly its pieces joined together', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 2000, size: 'max' }),
      fc.constant('{{name}}'),
      fc.constant('x'.repeat(9000)),
      fc.constant('\n'),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20, size: 'max' }), (lines) => {
        const all = parsePrompt(lines.join('\n'))
        expect(textOf(piecesOf(all, longTextLength + 1))).toBe(textOf([all]))
      }),
    )
  })
})

it('a text of more than 40 lines is collapsed; on phones, where lines are shorter, a shorter text is too', () => {
  expect(collapsedOn('A line.\n'.repeat(40))).toBe(null)
  expect(collapsedOn('A line.\n'.repeat(41))).toBe('all')
  expect(collapsedOn('word '.repeat(400))).toBe('phone')
  expect(collapsedOn('word '.repeat(700))).toBe('all')
})
