import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slugify } from './slug.ts'

const tricky = fc.string({ unit: fc.constantFrom('a', 'Z', '7', '_', '-', '&', ' ', 'é', '文', '.') })

describe('a slug', () => {
  it.each([
    ['  Salt & Pepper: a Guide!  ', 'salt-and-pepper-a-guide'],
    ['One -- two --- three', 'one-two-three'],
    ['snake_case stays', 'snake_case-stays'],
    ['Ünïted', 'nted'],
    ['旅行规划助手', ''],
    ['Переводчик', ''],
    ['-&-', 'and'],
    ['🎭', ''],
  ])('of the title %j is %j', (title, slug) => expect(slugify(title)).toBe(slug))

  it('property: consists of words of lower-case letters, digits and _ with single hyphens between them', () => {
    fc.assert(
      fc.property(fc.oneof(tricky, fc.string({ unit: 'grapheme' })), (title) => {
        expect(slugify(title)).toMatch(/^([a-z0-9_]+(-[a-z0-9_]+)*)?$/)
      }),
    )
  })

  it('property: doesn’t change if it is converted again', () => {
    fc.assert(
      fc.property(tricky, (title) => {
        expect(slugify(slugify(title))).toBe(slugify(title))
      }),
    )
  })
})
