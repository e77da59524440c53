import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, guardCell, unguardCell } from './csv-line.ts'

describe('a cell of CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', "'=1", "''-"])(
    '%j begins no formula',
    (text) => {
      expect(guardCell(text)).toBe(`'${text}`)
    },
  )

  it.each(['', 'a=1', "'", "it's", "'quoted'", ' =1', '1-1'])('%j stays as it is', (text) => {
    expect([guardCell(text), unguardCell(text)]).toEqual([text, text])
  })

  it('property: comes back as it was, and never begins as a formula does', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', 'a', ' ', '"') })
    fc.assert(
      fc.property(text, (said) => {
        expect(unguardCell(guardCell(said))).toBe(said)
        expect(guardCell(said)).not.toMatch(/^[=+\-@\t\r\n＝]/)
      }),
    )
  })

  it('is quoted where it has a comma, a quote, a line end or blanks around it', () => {
    expect(csvLine(['a', 'b,c', '"', ' d'])).toBe('a,"b,c",""""," d"\r\n')
  })
})
