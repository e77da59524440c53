import { describe, expect, it } from 'vitest'
import { fromSentence, withMarkedWords, withoutMarkup } from './search-headlines.ts'

// A marked match begins with \uE000 and ends with \uE001.
describe('a part of a text with a marked match', () => {
  it.each([
    ['of the guests. Plan a \uE000party\uE001.', 'Plan a \uE000party\uE001.'],
    ['of the guests.\n\uE000Party\uE001 plans.', '\uE000Party\uE001 plans.'],
    ['of a \uE000party\uE001. Then go home.', 'of a \uE000party\uE001. Then go home.'],
    ['Ask guests. Plan a \uE000party\uE001.', 'Ask guests. Plan a \uE000party\uE001.'],
  ])('begins with a sentence if one begins before the match: %j', (part, shown) => {
    expect(fromSentence(part)).toBe(shown)
  })

  it('loses its JSON syntax, but keeps signs in a text that only has some', () => {
    const json = 'queries.", "task": "Write \uE000SQL\uE001", "rules": [ "\uE004Be \uE000brief\uE001.", "Stop" ] }'
    expect(withoutMarkup(json)).toBe('queries. task: Write \uE000SQL\uE001, rules: \uE004Be \uE000brief\uE001. Stop ')
    expect(withoutMarkup('Say "a" or {b}, "c": [d].')).toBe('Say a or b, c: d.')
    expect(withoutMarkup('Say "a" or {b}: [d].')).toBe('Say "a" or {b}: [d].')
  })

  it('loses its Markdown syntax, but keeps characters that only look like Markdown', () => {
    expect(withoutMarkup('## Steps\n---\n- **Mix** `it`: 2**4 cups')).toBe('Steps\n\nMix it: 2**4 cups')
  })
})

it('only whole words are marked, but in scripts without spaces, pairs of characters are marked anywhere', () => {
  const mark = (text: string, words: string[]) =>
    withMarkedWords([{ text, mark: false }], words)
      .map((piece) => (piece.mark ? `[${piece.text}]` : piece.text))
      .join('')
  expect(mark('小红书推广文', ['红书', '书推'])).toBe('小[红书推]广文')
  expect(mark('To be or not to become 👍', ['to', 'be'])).toBe('[To] [be] or not [to] become 👍')
  const marked = [{ text: 'to go', mark: true }]
  expect(withMarkedWords(marked, ['go'])).toEqual(marked)
})
