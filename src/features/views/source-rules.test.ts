import { expect, it } from 'vitest'
import { sourceOf } from './source-rules.ts'

const origin = 'https://prompts.example.org'

it.each([
  ['', 'elsewhere'],
  ['https://www.google.co.uk/', 'search'],
  ['https://duckduckgo.com/', 'search'],
  ['https://search.brave.com/', 'search'],
  ['https://notgoogle.example.org/', 'elsewhere'],
  ['https://blog.example.org/post', 'elsewhere'],
  [`${origin}/search?q=tides`, 'search'],
  [`${origin}/`, 'lists'],
  [`${origin}/category/research`, 'lists'],
  [`${origin}/embed/prompt/tides`, 'embed'],
])('a reader with the referrer %j came from %s', (from, source) => {
  expect(sourceOf({ origin, from })).toBe(source)
})

it('a reader who opened a link in a feed came from a feed, whatever the referrer is', () => {
  const opened = `${origin}/prompt/tides?utm_source=feed`
  expect(sourceOf({ origin, from: '', opened })).toBe('feeds')
  expect(sourceOf({ origin, from: 'https://reader.example.org/', opened })).toBe('feeds')
})
