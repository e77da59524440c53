import { describe, expect, it } from 'vitest'
import { hueOf, initialsOf } from './avatar-rules.ts'

describe('an avatar', () => {
  it.each([
    ['marta_ilk', 'MI'],
    ['anouk-d', 'AD'],
    ['promptarium', 'PR'],
    ['__x__', 'X'],
    ['a-b-c', 'AB'],
    ['7up', '7U'],
  ])('of %s shows %s', (username, initials) => {
    expect(initialsOf(username)).toBe(initials)
  })

  it('of a name without letters or digits is empty', () => {
    expect(initialsOf('___')).toBe('')
  })

  it('has one of 15 hues: the same in any letter case of a name, and usually another one for another name', () => {
    expect(hueOf('Ada')).toBe(hueOf('ada'))
    const hues = new Set(['ada', 'grace', 'linus', 'margaret', 'alan', 'barbara'].map(hueOf))
    expect(hues.size).toBeGreaterThan(3)
    for (const hue of hues) expect(hue % 24).toBe(0)
  })
})
