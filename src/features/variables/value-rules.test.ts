import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Variable } from './contract.ts'
import { joinChoices, splitChoices, valueError } from './value-rules.ts'

const blank = (more: Partial<Variable>): Variable => ({ name: 'blank', default: null, ...more })

describe('a value of a blank', () => {
  it.each([
    ['text', {}, 'anything {{at}} all'],
    ['number', { min: 1, max: 10 }, '10'],
    ['number', {}, '-1.5e3'],
    ['number', { max: 0 }, ''],
    ['choice', { options: ['a', 'b'] }, 'b'],
    ['choices', { options: ['a', 'b'] }, 'b, a'],
    ['date', {}, '2028-02-29'],
    ['yes-no', {}, 'no'],
    ['text', { required: true }, '0'],
  ] as const)('fits: %s %o %s', (kind, more, value) => {
    expect(valueError(blank({ kind, ...(more as Partial<Variable>) }), value)).toBeNull()
  })

  it.each([
    ['number', { min: 1, max: 10 }, '11', 'Use a number from 1 to 10.'],
    ['number', { min: 1 }, '0', 'Use a number of at least 1.'],
    ['number', { max: 5 }, '5.01', 'Use a number of at most 5.'],
    ['number', {}, '1,5', 'Use a number.'],
    ['number', {}, 'Infinity', 'Use a number.'],
    ['number', {}, '0x10', 'Use a number.'],
    ['choice', { options: ['a', 'b'] }, 'c', 'Choose one of the options.'],
    ['choice', { options: ['a', 'b'] }, 'toString', 'Choose one of the options.'],
    ['choices', { options: ['a', 'b'] }, 'a, c', 'Choose from the options.'],
    ['date', {}, '2027-02-29', 'Use a date such as 2026-01-31.'],
    ['date', {}, '1.2.2026', 'Use a date such as 2026-01-31.'],
    ['yes-no', {}, 'Yes', 'Choose yes or no.'],
    ['text', { required: true }, ' \n', 'This is required.'],
    [undefined, { required: true }, '', 'This is required.'],
  ] as const)('is refused: %s %o %s', (kind, more, value, refusal) => {
    expect(valueError(blank({ kind, ...(more as Partial<Variable>) }), value)).toBe(refusal)
  })

  it('is refused if it has a letter after 900,000 digits', () => {
    // If the time grew with the square of the length, the test would time out.
    expect(valueError(blank({ kind: 'number' }), `${'1'.repeat(900_000)}x`)).toBe('Use a number.')
  })

  it('property: several choices are joined and split again unchanged', () => {
    const anyText = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1 }),
    )
    const option = anyText.filter((text) => !text.includes(',') && text === text.trim())
    fc.assert(
      fc.property(fc.uniqueArray(option), (chosen) => {
        expect(splitChoices(joinChoices(chosen))).toEqual(chosen)
      }),
    )
  })
})
