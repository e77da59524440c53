import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Variable } from './contract.ts'
import { followRenames, hasAllBlanks } from './variable-rename-rules.ts'

const variableNamed = (name: string): Variable => ({ name, default: null, kind: 'number', label: `About ${name}` })
const namesAfter = (before: string, after: string, ...names: string[]) =>
  followRenames(before, after, names.map(variableNamed)).map(({ name }) => name)

describe('a blank that is renamed in the text', () => {
  it('keeps its description', () => {
    expect(followRenames('{{a}} and {{days}}', '{{a}} and {{nights}}', [variableNamed('days')])).toEqual([
      { ...variableNamed('days'), name: 'nights' },
    ])
  })

  it('is recognized even if others are renamed too, other text changes, or its new name was already in use', () => {
    expect(namesAfter('{{a}} {{b}} {{a}}', 'Now {{c}} or {{d}}, {{c}}!', 'a', 'b')).toEqual(['c', 'd'])
    expect(namesAfter('{{a}} {{b:5}}', '{{a}} {{c:6}}', 'b')).toEqual(['c'])
    expect(namesAfter('{{b}} {{a}}', '{{b}} {{b}}', 'a')).toEqual(['b'])
  })

  it('isn’t recognized if it gets two names or a described one, or if blanks are added, removed or moved', () => {
    expect(namesAfter('{{a}}', '{{b}} {{c}}', 'a')).toEqual(['a'])
    expect(namesAfter('{{a}} {{b}}', '{{b}}', 'a')).toEqual(['a'])
    expect(namesAfter('{{a}} {{a}}', '{{b}} {{c}}', 'a')).toEqual(['a'])
    expect(namesAfter('{{a}} {{b}}', '{{b}} {{b}}', 'a', 'b')).toEqual(['a', 'b'])
    expect(namesAfter('{{a}} {{b}}', '{{b}} {{a}}', 'a', 'b')).toEqual(['a', 'b'])
    expect(namesAfter('{{a}} {{b}}', '{{c}} {{a}}', 'b')).toEqual(['b'])
  })

  it('property: labels keep their order and names stay distinct; no name changes if all blanks are still there', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd')
    const content = (names: string[]) => names.map((word) => `{{${word}}}`).join(' ')
    // A blank counts as renamed only if both texts use equally many blanks.
    const sameLength = fc.array(fc.tuple(name, name), { maxLength: 4 })
    const edit = fc.oneof(
      sameLength.map((pairs) => [pairs.map(([old]) => old), pairs.map(([, now]) => now)] as const),
      fc.tuple(fc.array(name, { maxLength: 6 }), fc.array(name, { maxLength: 6 })),
    )
    fc.assert(
      fc.property(edit, fc.subarray(['a', 'b', 'c', 'd']), ([old, now], names) => {
        const [before, after] = [content(old), content(now)]
        const list = followRenames(before, after, names.map(variableNamed))
        expect(list.map(({ label }) => label)).toEqual(names.map((name) => `About ${name}`))
        expect(new Set(list.map((variable) => variable.name)).size).toBe(names.length)
        if (hasAllBlanks(after, names.map(variableNamed))) expect(list.map((variable) => variable.name)).toEqual(names)
      }),
      { numRuns: 10_000 },
    )
  })
})
