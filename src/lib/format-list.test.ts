import { afterEach, expect, it } from 'vitest'
import { formatList } from './format-list.ts'
import { currentLanguage, setLanguageSource } from './language.ts'
import { languageName } from './language-name.ts'

const sourceBefore = setLanguageSource(currentLanguage)
afterEach(() => void setLanguageSource(sourceBefore))
setLanguageSource(sourceBefore)

const speak = (tag: 'en' | 'de') => setLanguageSource(() => ({ tag, prefix: '', format: null }))

it('joins texts as the language of the page does, without those that are missing', () => {
  speak('en')
  expect(formatList(['a', 'b', 'c'], 'and')).toBe('a, b, and c')
  expect(formatList(['a', null, 'b'], 'or')).toBe('a or b')
  expect(formatList(['a', false, 'b'])).toBe('a, b')
  speak('de')
  expect(formatList(['a', 'b', 'c'], 'and')).toBe('a, b und c')
})

it('names languages in the language of the page', () => {
  speak('en')
  expect([languageName('en'), languageName('pt')]).toEqual(['English', 'Portuguese'])
  speak('de')
  expect([languageName('en'), languageName('qqq')]).toEqual(['Englisch', 'qqq'])
})
