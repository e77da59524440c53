import fc from 'fast-check'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { cpuMsOf } from '#test/cpu-time.ts'
import { comparableText, hasLink, readCommentText } from './comment-text-rules.ts'
import { CommentText } from './web/comment-text.tsx'

const partsOf = (text: string) => readCommentText(text).flatMap((block) => (block.kind === 'code' ? [] : block.parts))
const linksOf = (text: string) => partsOf(text).flatMap(({ kind, text }) => (kind === 'link' ? [text] : []))

describe('the text of a comment', () => {
  it('is parsed into paragraphs, code and links', () => {
    expect(readCommentText('Try `x` at\nhttps://a.example/b_(c).\n\n```ts\na\n\n<b>\n```\nEnd')).toEqual([
      {
        kind: 'paragraph',
        parts: [
          { kind: 'text', text: 'Try ' },
          { kind: 'code', text: 'x' },
          { kind: 'text', text: ' at\n' },
          { kind: 'link', text: 'https://a.example/b_(c)' },
          { kind: 'text', text: '.' },
        ],
      },
      { kind: 'code', text: 'a\n\n<b>' },
      { kind: 'paragraph', parts: [{ kind: 'text', text: 'End' }] },
    ])
  })

  it('shows code between backticks in one line as inline code, even if it begins the line', () => {
    for (const text of ['```npm run build``` is enough.', '`npm run build` is enough.'])
      expect(partsOf(text)).toEqual([
        { kind: 'code', text: 'npm run build' },
        { kind: 'text', text: ' is enough.' },
      ])
  })

  it('has blocks of code that end only at a line of nothing but backticks', () => {
    expect(readCommentText('```sh\n```b c\nd\n``` \nEnd')).toEqual([
      { kind: 'code', text: '```b c\nd' },
      { kind: 'paragraph', parts: [{ kind: 'text', text: 'End' }] },
    ])
  })

  it.each([
    ['(see https://a.example/b)', ['https://a.example/b']],
    ['(see https://a.example/b_(c))', ['https://a.example/b_(c)']],
    ['(see https://a.example/b_(c).)', ['https://a.example/b_(c)']],
    ['https://a.example/(b)/c_(d)', ['https://a.example/(b)/c_(d)']],
    ['https://a.example, and http://b.example!', ['https://a.example', 'http://b.example']],
    ['`https://a.example`', []],
    ['javascript:alert(1) data:text/html,x //a.example', []],
    // A user name, which disguises the host, prevents the link.
    ['https://bank.example@evil.example/ and https://:@x.example', ['https://:@x.example']],
    ['https:// http://', []],
  ])('finds the links in %s', (text, expected) => expect(linksOf(text)).toEqual(expected))

  const trickyText = fc
    .array(
      fc.constantFrom(
        '`',
        '```',
        '\n```',
        '\n',
        'http://',
        'https://a.b',
        'javascript:',
        'data:',
        '<script>',
        '"',
        '&',
        ')',
        '.',
        ' ',
        'x',
        '𝄞',
      ),
      { maxLength: 60, size: 'max' },
    )
    .map((pieces) => pieces.join(''))

  it('never becomes markup, and its links are http or https', () => {
    fc.assert(
      fc.property(fc.oneof(trickyText, fc.string()), (text) => {
        const html = renderToString(<CommentText text={text} />)
        const tags = [...html.matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name)
        expect(tags.filter((name) => !['div', 'p', 'pre', 'code', 'a'].includes(name ?? ''))).toEqual([])
        for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https?:/i)
        expect([...html.matchAll(/<a /g)]).toHaveLength([...html.matchAll(/rel="nofollow ugc noopener"/g)].length)
      }),
    )
  })

  it.each([
    // The first letter of this host is Cyrillic.
    ['https://\u0430pple.example/login', 'xn--pple-43d.example'],
    ['https://a.example\u3002b.example', 'a.example.b.example'],
    ['https://\u0430pple.example/?://xn--pple-43d.example', 'xn--pple-43d.example'],
    ['https://0x7f.1/admin', '127.0.0.1'],
  ])('shows where %s leads', (text, host) => {
    expect(renderToString(<CommentText text={text} />)).toContain(`</a> (${host})`)
  })

  it('shows an ordinary link as written, from left to right', () => {
    const html = renderToString(<CommentText text={'https://A.example:8080/\u05d0/b'} />)
    expect(html).toContain('dir="ltr"')
    expect(html).toMatch(/\u05d0\/b<\/a><\/p>/)
  })

  it('loses only white space and the markers of code when it is parsed', () => {
    const comparable = (text: string) => text.replace(/[`\s]/g, '')
    fc.assert(
      fc.property(trickyText, (text) => {
        const shown = readCommentText(text)
          .map((block) => (block.kind === 'code' ? block.text : block.parts.map((part) => part.text).join('')))
          .join('')
        // The whole first line of a block of code is a marker, because it may name a language.
        let isCode = false
        const withoutFences = text.split('\n').filter((line) => {
          const isFence = (isCode ? /^\s{0,3}`{3,}\s*$/ : /^\s{0,3}`{3,}[^`]*$/).test(line)
          isCode = isCode !== isFence
          return !isFence
        })
        expect(comparable(shown)).toBe(comparable(withoutFences.join('')))
      }),
    )
  })

  it.each(['`'.repeat(200_000), 'http://'.repeat(50_000), `https://a.b${')'.repeat(200_000)}`, '`a'.repeat(100_000)])(
    'is parsed in less than two seconds of CPU time, even if it repeats a marker very often (%#)',
    (text) => {
      expect(cpuMsOf(() => readCommentText(text))).toBeLessThan(2_000)
    },
  )
})

it('texts are compared regardless of punctuation and case', () => {
  expect(comparableText('Buy, NOW!')).toBe(comparableText('  buy now '))
  expect(comparableText('!!!')).toBe('!!!')
})

it('a text without a web address has no link', () => {
  expect(hasLink('no link')).toBe(false)
})
