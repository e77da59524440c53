import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Block, readMarkdown } from './light-markdown.ts'

const plainTextOf = (blocks: Block[]) =>
  blocks.map((block) => ('inlines' in block ? block.inlines.map(({ text }) => text).join('') : block.text)).join('\n')

it('reads the Markdown that models often use in answers', () => {
  expect(
    readMarkdown('# Quiz\n\nUse **two** colors, `x = 1` and _no_ more.\n- one\n  2. two\n```js\n**a**\n```'),
  ).toEqual([
    { kind: 'heading', inlines: [{ kind: 'text', text: 'Quiz' }] },
    {
      kind: 'paragraph',
      inlines: [
        { kind: 'text', text: 'Use ' },
        { kind: 'strong', text: 'two' },
        { kind: 'text', text: ' colors, ' },
        { kind: 'code', text: 'x = 1' },
        { kind: 'text', text: ' and ' },
        { kind: 'em', text: 'no' },
        { kind: 'text', text: ' more.' },
      ],
    },
    { kind: 'item', mark: '-', depth: 0, inlines: [{ kind: 'text', text: 'one' }] },
    { kind: 'item', mark: '2.', depth: 1, inlines: [{ kind: 'text', text: 'two' }] },
    { kind: 'code', text: '**a**' },
  ])
})

it.each([
  ['a name with underscores', 'call my_long_name here'],
  ['a multiplication', '2 * 3 * 4'],
  ['a link', '[click](javascript:alert(1))'],
  ['an image', '![x](https://evil.example/?q=1)'],
  ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['an unclosed mark', '** not strong'],
])('leaves %s unchanged', (_, text) => {
  expect(readMarkdown(text)).toEqual([{ kind: 'paragraph', inlines: [{ kind: 'text', text }] }])
})

it('reads code between backticks in one line as inline code, even if it begins the line', () => {
  for (const text of ['```npm run build``` is enough.', '`npm run build` is enough.'])
    expect(readMarkdown(text)).toEqual([
      {
        kind: 'paragraph',
        inlines: [
          { kind: 'code', text: 'npm run build' },
          { kind: 'text', text: ' is enough.' },
        ],
      },
    ])
})

it('ends a block of code only at a line of nothing but its marker', () => {
  for (const mark of ['```', '~~~'])
    expect(readMarkdown(`${mark}sh\r\n${mark}b c\nd\n${mark} \r\nEnd`)).toEqual([
      { kind: 'code', text: `${mark}b c\nd` },
      { kind: 'paragraph', inlines: [{ kind: 'text', text: 'End' }] },
    ])
})

it('terminates for any text, and loses no letters', () => {
  const marks = fc.constantFrom('*', '**', '_', '`', '```', '#', ' ', '\n', '- ', '1. ', '~~~')
  const piece = fc.oneof(marks, fc.constantFrom('a', 'Ω', '`a`', '**a**', '_a_', '\n# ', '\n```\n', '[x](y)'))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60, size: 'max' }), (pieces) => {
      const text = pieces.join('')
      const letters = (value: string) => value.replace(/[^aΩxy]/g, '')
      // The first line of a block of code, which may name a language, isn't shown, so it is removed here too.
      let isCode = false
      const withoutFences = text.split('\n').filter((line) => {
        const isFence = (isCode ? /^\s{0,3}(`{3,}|~{3,})\s*$/ : /^\s{0,3}(`{3,}[^`]*$|~{3,})/).test(line)
        isCode = isCode !== isFence
        return !isFence
      })
      expect(letters(plainTextOf(readMarkdown(text)))).toBe(letters(withoutFences.join('')))
    }),
  )
})
