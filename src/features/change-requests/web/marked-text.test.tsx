import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TextDiff } from '#ui/text-diff.tsx'
import { MarkedText } from './marked-text.tsx'

const renderDiff = (before: string, after: string) =>
  renderToStaticMarkup(<TextDiff before={before} after={after} show={(text) => <MarkedText text={text} />} />)

it('a diff names hidden characters, so it shows everything that would be stored', () => {
  const html = renderDiff('Be friendly.', 'Be friendly\uFE01\uFE02\u{E0101}. \u202Eesrever\u202C')
  expect(html).toContain('<mark>[U+FE01 and 2 more]</mark>')
  expect(html).toContain('<mark>[U+202E]</mark>esrever<mark>[U+202C]</mark>')
  expect(html).not.toMatch(/\u202E|\u202C|\uFE01/)
})
