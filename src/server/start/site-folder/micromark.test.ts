import fc from 'fast-check'
import { expect, it } from 'vitest'
import { renderMarkdown } from './micromark.ts'

it('renders headings as h2 or lower, lists, links and tables', () => {
  expect(renderMarkdown('# One\n\n## Two\n\n- [us](https://example.org/a)\n- <me@example.org>\n')).toBe(
    '<h2>One</h2>\n<h2>Two</h2>\n<ul>\n<li><a href="https://example.org/a">us</a></li>\n<li><a href="mailto:me@example.org">me@example.org</a></li>\n</ul>\n',
  )
  expect(renderMarkdown('| name | why |\n| --- | --- |\n| session | keeps you signed in |')).toMatch(
    /<table tabindex="0">[\s\S]*<td>session<\/td>/,
  )
})

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <b onclick="alert(1)">b</b>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#x0A;script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](irc://a.example/room)',
  '[x](XMPP:a@b.example)',
  '<ircs://a.example/room>',
  '<javascript:alert(1)>',
  '![x](https://evil.example/pixel.png)',
  '![x][1]\n\n[1]: https://evil.example/pixel.png',
  '[x](https://a.example "\\" onmouseover=alert(1) ")',
  '`<script>`',
  '```html\n<script>alert(1)</script>\n```',
  '| <script>alert(1)</script> |\n| --- |\n| <iframe src=//evil.example> |',
  '\\<h1>x</h1>',
]
const tags = /^(h[2-6]|p|ul|ol|li|a|em|strong|code|pre|blockquote|br|hr|table|thead|tbody|tr|th|td)$/

it.each([...attacks, attacks.join('\n\n')])('renders %j harmlessly', (text) => {
  expectHarmless(renderMarkdown(text))
})

it('renders only harmless tags and addresses, for any text', () => {
  const piece = fc.constantFrom(
    ...attacks,
    '<',
    '>',
    '"',
    '&',
    '[',
    '](',
    ')',
    '!',
    '`',
    '\n',
    '|',
    'javascript:',
    'irc:',
    ' href="irc:',
    'a',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20, size: 'max' }), (pieces) =>
      expectHarmless(renderMarkdown(pieces.join(''))),
    ),
  )
})

function expectHarmless(html: string): void {
  for (const [, name = '', attributes = ''] of html.matchAll(/<\/?([^\s>/]*)([^>]*)>/g)) {
    expect(name).toMatch(tags)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/([\w-]+)="([^"]*)"/g)) {
      expect(attribute).toMatch(/^(href|title|class|start|align|tabindex)$/)
      if (attribute === 'href') expect(value).toMatch(/^(https?:|mailto:|[^:]*$|[/?#])/i)
    }
    expect(attributes.replace(/ [\w-]+="[^"]*"/g, '').trim()).toMatch(/^\/?$/)
  }
}
