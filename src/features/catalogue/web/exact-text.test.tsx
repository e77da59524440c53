import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TextDiff } from '#ui/text-diff.tsx'
import { ExactText } from './exact-text.tsx'

const renderDiff = (before: string, after: string) =>
  renderToStaticMarkup(<TextDiff before={before} after={after} show={(text) => <ExactText text={text} />} />)
/** What screen readers read. */
const textOf = (html: string) => html.replace(/<[^>]*>/g, '')

it('a diff names hidden characters, so it shows everything that would be stored', () => {
  const html = renderDiff('Be friendly.', 'Be friendly\uFE01\uFE02\u{E0101}. \u202Eesrever\u202C {{a\u3164:\u200B}}')
  expect(html).toContain('<mark>[U+FE01 and 2 more]</mark>')
  expect(html).toContain('<mark>[U+202E]</mark>esrever<mark>[U+202C]</mark>')
  expect(html).not.toMatch(/\u202E|\u202C|\uFE01|\u200B|\u3164/)
})

it('a diff shows blanks as chips with their names and defaults, whose changes are visible', () => {
  const html = renderDiff('Go to {{city:Lisbon}} soon.', 'Go to {{city:Porto}} soon.')
  const [, removed = '', added = ''] = /<del>(.*)<\/del>.*<ins>(.*)<\/ins>/.exec(html) ?? []
  expect([textOf(removed), textOf(added)]).toEqual(['blank, cityLisbon', 'blank, cityPorto'])
  expect(html).not.toContain('{{')
})

it('what isn’t a blank, and a text with too many of them, stays as it is written', () => {
  expect(textOf(renderDiff('', String.raw`\{{name}} {{#if}} {{a}}`))).toBe(String.raw`\{{name}} {{#if}} blank, a`)
  const many = '{{a}} '.repeat(501)
  expect(textOf(renderToStaticMarkup(<ExactText text={many} />))).toBe(many)
})
