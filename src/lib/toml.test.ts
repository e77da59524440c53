import { expect, it } from 'vitest'
import { RefusedToml, readToml } from './toml.ts'

it('TOML is read as JSON, with the line of each key at the top', () => {
  const { value, lines } = readToml('# A comment\ntitle = "Tea"\ndate = 2026-01-01\n\n[extra]\ninner = [1, 2]\n')
  expect(value).toEqual({ title: 'Tea', date: '2026-01-01', extra: { inner: [1, 2] } })
  expect([...lines]).toEqual([
    ['title', 2],
    ['date', 3],
    ['extra', 5],
  ])
})

it('TOML can’t change a prototype', () => {
  readToml('[__proto__]\npolluted = 1\n[constructor.prototype]\npolluted = 1')
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

it.each([
  ['a = [', /^This isn’t valid TOML: /],
  [`a = ${'['.repeat(60_000)}`, /nested/],
  [`${'a.'.repeat(30_000)}b = 1`, /^It is nested more than 32 levels deep\.$/],
  [`a = "${'x'.repeat(64_000)}"`, /^It has 64,006 characters/],
])('TOML is refused with a line and a reason: %#', (text, reason) => {
  expect(() => readToml(text)).toThrow(RefusedToml)
  expect(() => readToml(text)).toThrow(reason)
})
