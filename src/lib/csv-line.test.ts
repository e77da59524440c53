import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, guardCell, unguardCell } from './csv-line.ts'

describe('a CSV cell', () => {
  // The last two texts begin with apostrophes of their own, which `unguardCell` must not remove.
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a', "'=1", "''-"])(
    '%j is guarded with an apostrophe',
    (text) => {
      expect(guardCell(text)).toBe(`'${text}`)
    },
  )

  it.each(['', 'a=1', "'", "it's", "'quoted'", ' =1', '1-1'])('%j isn’t changed', (text) => {
    expect([guardCell(text), unguardCell(text)]).toEqual([text, text])
  })

  it('property: is the same after guarding and unguarding, and never starts like a formula while guarded', () => {
    const text = fc.string({ unit: fc.constantFrom(...`'=+-@\t\r\n＝＋－＠a "`) })
    fc.assert(
      fc.property(text, (value) => {
        expect(unguardCell(guardCell(value))).toBe(value)
        expect(guardCell(value)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
      }),
      { numRuns: 1000 },
    )
  })

  it('is quoted if it contains a comma, a quote or a line break, or begins or ends with a space', () => {
    expect(csvLine(['a', 'b,c', '"', ' d', 'e ', 'f\ng'])).toBe('a,"b,c",""""," d","e ","f\ng"\r\n')
  })
})
