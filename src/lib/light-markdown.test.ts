import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Block, readMarkdown } from './light-markdown.ts'

const plainTextOf = (blocks: Block[]) =>
  blocks
    .map((block) => {
      if (block.kind === 'table')
        return block.rows
          .flat(2)
          .map(({ text }) => text)
          .join('')
      return block.kind === 'code' ? block.text : block.inlines.map(({ text }) => text).join('')
    })
    .join('\n')

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

it('reads code between several backticks on one line as part of the text, not as a block', () => {
  expect(readMarkdown('Run\n```npm install```\nthen **start**.')).toEqual([
    {
      kind: 'paragraph',
      inlines: [
        { kind: 'text', text: 'Run\n' },
        { kind: 'code', text: 'npm install' },
        { kind: 'text', text: '\nthen ' },
        { kind: 'strong', text: 'start' },
        { kind: 'text', text: '.' },
      ],
    },
  ])
})

it('ends a block of code only at a line like its first, at least as long, with nothing after it', () => {
  expect(readMarkdown('````md\n```js\na\n```\n~~~\n`````\nb')).toEqual([
    { kind: 'code', text: '```js\na\n```\n~~~' },
    { kind: 'paragraph', inlines: [{ kind: 'text', text: 'b' }] },
  ])
})

it('reads a table with a rule under its head, also right after a paragraph', () => {
  const cell = (text: string) => [{ kind: 'text', text }]
  expect(readMarkdown('Costs:\n| day | dish |\n|---|:-:|\n| Mon | **soup** |\n\n| no rule |\n| here |')).toEqual([
    { kind: 'paragraph', inlines: [{ kind: 'text', text: 'Costs:' }] },
    {
      kind: 'table',
      rows: [
        [cell('day'), cell('dish')],
        [cell('Mon'), [{ kind: 'strong', text: 'soup' }]],
      ],
    },
    { kind: 'paragraph', inlines: [{ kind: 'text', text: '| no rule |\n| here |' }] },
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
      expect(letters(plainTextOf(readMarkdown(text)))).toBe(letters(withoutFences(text)))
    }),
  )
})

/** Removes the first and last line of each block of code, which aren't shown. The first may name a language. */
function withoutFences(text: string): string {
  let opening = ''
  const isShown = (line: string) => {
    const marks = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    const language = line.trim().slice(marks.length)
    if (marks === '') return true
    if (opening !== '' && (!marks.startsWith(opening) || language !== '')) return true
    if (opening === '' && marks.startsWith('`') && language.includes('`')) return true
    opening = opening === '' ? marks : ''
    return false
  }
  return text.split('\n').filter(isShown).join('\n')
}

it('leaves a text with more parts than a page draws as it is', () => {
  expect(readMarkdown('- a\n'.repeat(1_000))).toHaveLength(1_000)
  for (const text of ['- a\n'.repeat(1_001), '*a* '.repeat(1_001)])
    expect(readMarkdown(text)).toEqual([{ kind: 'paragraph', inlines: [{ kind: 'text', text }] }])
})
