import { expect, it } from 'vitest'
import { parseWebAddress } from './web-address.ts'

it.each([
  ['https://example.org', 'https://example.org/'],
  [' HTTP://Example.org:8080/a?b#c\n', 'http://example.org:8080/a?b#c'],
  ['https://example.org/👩‍💻', 'https://example.org/%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB'],
  ['http://[::1]/', 'http://[::1]/'],
])('%j is an address', (text, href) => {
  expect(parseWebAddress(text)?.href).toBe(href)
})

it.each([
  '',
  'example.org',
  '//example.org',
  'ftp://example.org',
  'javascript:alert(1)',
  'mailto:a@example.org',
  'https://user@example.org',
  'https://user:secret@example.org',
  'https://example.org@evil.test',
  'https://exa\nmple.org',
  'https://exa\tmple.org',
  'https://example.org/a b',
  'https://example.org/\u202Efdp.exe',
  'https://example.org/\u200Ba',
  'https://example.org/\uD800',
  'https://[::1',
])('%j is none', (text) => {
  expect(parseWebAddress(text)).toBeNull()
})
