import { expect, it } from 'vitest'
import { breakIntoLines, type TextPart } from './picture-lines.ts'

/** Breaks a text whose characters are all 1 px wide. */
const breakText = (parts: TextPart[], lineWidth = 10, linesMax = 100) =>
  breakIntoLines(parts, { lineWidth, linesMax, measure: (text) => text.length })
const textsOf = (parts: TextPart[], lineWidth?: number, linesMax?: number) =>
  breakText(parts, lineWidth, linesMax).lines.map((line) => line.map(({ text }) => text).join(''))

it('breaks a text at spaces, keeps its line breaks, and breaks long words anywhere', () => {
  expect(textsOf([{ text: 'one two three\n\nfour' }])).toEqual(['one two', 'three', '', 'four'])
  expect(textsOf([{ text: 'a incomprehensible b' }])).toEqual(['a', 'incomprehe', 'nsible b'])
  expect(textsOf([{ text: 'if:\n  then   \nend' }]), 'with its indentation').toEqual(['if:', '  then', 'end'])
  expect(textsOf([{ text: '日本語の長い文章がここにあります' }], 6)).toEqual([
    '日本語の長い',
    '文章がここに',
    'あります',
  ])
})

it('keeps blanks apart from the text around them, also where a value has several lines', () => {
  const { lines } = breakText([{ text: 'To ' }, { text: 'my\naunt', mark: 'filled' }, { text: ', now' }])
  expect(lines).toEqual([
    [
      { text: 'To ', width: 3 },
      { text: 'my', width: 2, mark: 'filled' },
    ],
    [
      { text: 'aunt', width: 4, mark: 'filled' },
      { text: ', now', width: 5 },
    ],
  ])
})

it('says whether the text goes on, and measures only its beginning', () => {
  expect(breakText([{ text: 'one two three' }], 10, 2).isCut).toBe(false)
  expect(breakText([{ text: 'one two three four five' }], 10, 2)).toMatchObject({ isCut: true, lines: [{}, {}] })
  let measured = 0
  const { isCut } = breakIntoLines([{ text: 'x'.repeat(200_000) }], {
    lineWidth: 50,
    linesMax: 20,
    measure: (text) => {
      measured += 1
      return text.length
    },
  })
  expect(isCut).toBe(true)
  expect(measured).toBeLessThan(3_000)
})
