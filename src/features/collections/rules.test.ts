import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectionSlug, keyInSlug, moveBefore } from './rules.ts'

const idLists = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 30 })
const moves = idLists.chain((ids) =>
  fc.record({
    ids: fc.constant(ids),
    moved: fc.constantFrom(...ids),
    before: fc.option(fc.constantFrom(...ids)),
  }),
)

describe('moving an item', () => {
  it('neither loses nor duplicates an item, and keeps the order of the others', () => {
    fc.assert(
      fc.property(moves, ({ ids, moved, before }) => {
        const order = moveBefore(ids, moved, before)
        expect(order.toSorted()).toEqual(ids.toSorted())
        expect(order.filter((id) => id !== moved)).toEqual(ids.filter((id) => id !== moved))
      }),
    )
  })

  it('puts it directly before the other item, or at the end; repeating the move changes nothing', () => {
    fc.assert(
      fc.property(moves, ({ ids, moved, before }) => {
        const order = moveBefore(ids, moved, before)
        if (moved !== before) expect(order[order.indexOf(moved) + 1]).toBe(before ?? undefined)
        expect(moveBefore(order, moved, before)).toEqual(order)
      }),
    )
  })

  it('changes nothing if either item is unknown', () => {
    expect(moveBefore(['a', 'b'], 'c', 'a')).toEqual(['a', 'b'])
    expect(moveBefore(['a', 'b'], 'a', 'c')).toEqual(['a', 'b'])
  })
})

describe('the slug of a collection', () => {
  it('ends with the collection’s key, whatever the title is', () => {
    const binary = fc.string({ unit: 'binary', maxLength: 100 })
    const words = fc.string({ unit: fc.constantFrom('a', '7', ' ', '-', '&', 'é'), maxLength: 100, size: 'max' })
    fc.assert(
      fc.property(fc.oneof(binary, words), (title) => {
        const slug = collectionSlug(title, 'abc0123xyz')
        expect(keyInSlug(slug)).toBe('abc0123xyz')
        expect(slug).toMatch(/^[\w-]{10,71}$/)
      }),
    )
  })

  it.each([
    ['Cold emails & more', 'cold-emails-and-more-abc0123xyz'],
    ['日本語', 'abc0123xyz'],
    [`${'word '.repeat(20)}`, `${'word-'.repeat(12)}abc0123xyz`],
  ])('for the title “%s” is “%s”', (title, slug) => expect(collectionSlug(title, 'abc0123xyz')).toBe(slug))

  it.each(['', 'short', 'UPPER-ABC0123XYZ', 'no-key-here', "x'; drop table"])('can’t be “%s”: it has no key', (slug) =>
    expect(keyInSlug(slug)).toBeNull(),
  )
})
