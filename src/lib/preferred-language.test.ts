import { expect, it } from 'vitest'
import { findPreferred } from './preferred-language.ts'

it('finds the first wish that is there, in the same script', () => {
  const tags = ['en', 'de', 'pt-BR', 'zh-CN']
  expect(findPreferred(['nl', 'de-AT', 'en'], tags)).toBe('de')
  expect(findPreferred(['pt'], tags)).toBe('pt-BR')
  expect(findPreferred(['ZH-cn'], tags)).toBe('zh-CN')
  expect(findPreferred(['zh-TW', 'en'], tags)).toBe('en')
  expect(findPreferred(['nl', 'cy'], tags)).toBeNull()
})

it('skips what isn’t a tag', () => {
  for (const wish of ['', '*', 'en-US@posix', 'x'.repeat(10_000), '\u0000']) {
    expect(findPreferred([wish], ['en', 'de'])).toBeNull()
    expect(findPreferred([wish, 'de'], ['en', 'de'])).toBe('de')
  }
})
