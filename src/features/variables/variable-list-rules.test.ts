import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { promptWithKinds } from '#test/prompt-with-kinds.ts'
import type { Variable } from './contract.ts'
import { variableKinds, variableLimits } from './variable-kind-rules.ts'
import {
  describedVariables,
  fittingVariables,
  listedVariables,
  normalizeVariables,
  readVariables,
  variablesError,
} from './variable-list-rules.ts'

const { content, variables } = promptWithKinds
const entry = (more: Partial<Variable>): Variable => ({ name: 'a', default: null, kind: 'text', ...more })

describe('a list of variables', () => {
  it('with all kinds is valid', () => {
    expect(new Set(variables.map(({ kind }) => kind))).toEqual(new Set(variableKinds))
    expect(variablesError(content, variables)).toBeNull()
  })

  it('describes the blanks of the text, in their order; defaults in the text override its own', () => {
    const blanks = describedVariables('{{b}} {{a:x}} {{c}}', [
      entry({ name: 'a', default: 'z', label: 'See' }),
      entry({ name: 'c', default: 'y' }),
    ])
    expect(blanks).toEqual([
      { name: 'b', default: null },
      entry({ name: 'a', default: 'x', label: 'See' }),
      entry({ name: 'c', default: 'y' }),
    ])
  })

  it('is stored without a default for a blank that has one in the text, so a blank never has two', () => {
    const list = [entry({ default: 'z' }), entry({ name: 'b', default: 'y' })]
    expect(normalizeVariables('{{a:x}} {{b}}', list)).toEqual([entry({}), entry({ name: 'b', default: 'y' })])
  })

  it('is refused if it gives a blank another default than the text', () => {
    expect(variablesError('Write {{a:x}}.', [entry({ default: 'z' })])).toBe(
      '{{a}} has one default in the text and another in the list. Remove one of them.',
    )
    expect(variablesError('Write {{a:x}}.', [entry({ default: 'x' })])).toBeNull()
  })

  it('is refused if it doesn’t fit every default in the text', () => {
    const choice = entry({ kind: 'choice', options: ['warm', 'cool'] })
    const refusal = '{{a}}: The default “angry” doesn’t fit. Choose one of the options.'
    expect(variablesError('Be {{a:angry}}.', [choice])).toBe(refusal)
    expect(variablesError('Be {{a:warm}}, then {{a:angry}}.', [choice])).toBe(refusal)
    expect(variablesError('Be {{a:warm}}, then {{a:cool}}.', [choice])).toBeNull()
    expect(fittingVariables('Be {{a:angry}}.', [choice])).toEqual([])
  })

  it('may describe a blank whose default in the text is longer than one in a list may be', () => {
    const long = 'x'.repeat(variableLimits.default + 1)
    const list = [entry({ kind: 'long-text', label: 'See' })]
    const text = `Write {{a:${long}}}.`
    expect(variablesError(text, describedVariables(text, list))).toBeNull()
    expect(variablesError('Write {{a}}.', [entry({ default: long })])).toContain('2,001 characters')
  })

  it('may have a number whose bounds are equal', () =>
    expect(variablesError('Write {{a}}.', [entry({ kind: 'number', min: 2, max: 2 })])).toBeNull())

  it('may be empty: the blanks then have no description', () => {
    expect(describedVariables('{{b}} {{a:x}}', [])).toEqual([
      { name: 'b', default: null },
      { name: 'a', default: 'x' },
    ])
  })

  it('is stored without blanks that the text no longer has, and without defaults that are also in the text', () => {
    expect(
      normalizeVariables('{{c}} {{a:x}}', [entry({ default: 'x' }), entry({ name: 'b' }), entry({ name: 'c' })]),
    ).toEqual([entry({ name: 'c' }), entry({})])
  })

  it('is stored without the bounds of choices, which older versions allowed', () => {
    const choice = entry({ kind: 'choice', options: ['x', 'y'] })
    const [stored] = normalizeVariables('{{a}}', [{ ...choice, min: 1, max: 2 }])
    expect(stored).toStrictEqual(choice)
    const number = entry({ kind: 'number', min: 1, max: 2 })
    expect(normalizeVariables('{{a}}', [number])).toStrictEqual([number])
  })

  it('doesn’t change if it is normalized again: an API response can be sent back unchanged', () => {
    const stored = normalizeVariables(content, variables)
    expect(normalizeVariables(content, describedVariables(content, stored))).toEqual(stored)
    expect(listedVariables(describedVariables(content, stored)).map(({ name }) => name)).toEqual(
      stored.map(({ name }) => name),
    )
  })

  it.each<[string, Variable[], string]>([
    [
      'a blank that the text doesn’t have',
      [entry({ name: 'b' })],
      'The text has no blank {{b}}. Add it to the text, or remove it from the list.',
    ],
    ['a blank twice', [entry({}), entry({})], 'The list names {{a}} twice.'],
    ['one option', [entry({ kind: 'choice', options: ['x'] })], '{{a}}: It has 1 option. Use 2 to 50.'],
    ['no options', [entry({ kind: 'choices' })], '{{a}}: It has 0 options. Use 2 to 50.'],
    [
      'too many options',
      [entry({ kind: 'choice', options: Array.from({ length: 51 }, (_, i) => `${i}`) })],
      '{{a}}: It has 51 options. Use 2 to 50.',
    ],
    ['the same option twice', [entry({ kind: 'choice', options: ['x', 'x'] })], '{{a}}: Two options are the same.'],
    ['an empty option', [entry({ kind: 'choice', options: ['x', ''] })], '{{a}}: An option is empty.'],
    [
      'a comma in an option',
      [entry({ kind: 'choices', options: ['x', 'y, z'] })],
      '{{a}}: An option can’t contain a comma, because commas separate several options.',
    ],
    ['options for a text blank', [entry({ options: ['x', 'y'] })], '{{a}}: Only choices have options.'],
    [
      'bounds for a choice',
      [entry({ kind: 'choice', options: ['x', 'y'], max: 1 })],
      '{{a}}: Only numbers have bounds.',
    ],
    [
      'bounds for choices',
      [entry({ kind: 'choices', options: ['x', 'y'], min: 1 })],
      '{{a}}: Only numbers have bounds.',
    ],
    ['bounds for a date blank', [entry({ kind: 'date', min: 1 })], '{{a}}: Only numbers have bounds.'],
    [
      'bounds in the wrong order',
      [entry({ kind: 'number', min: 2, max: 1 })],
      '{{a}}: The lowest number is above the highest.',
    ],
    [
      'a default out of bounds',
      [entry({ kind: 'number', max: 1, default: '2' })],
      '{{a}}: The default “2” doesn’t fit. Use a number of at most 1.',
    ],
    ['an invisible character', [entry({ label: 'A\u202Eb' })], expect.stringContaining('invisible characters')],
    ['a NUL', [entry({ kind: 'long-text', default: 'a\0b' })], expect.stringContaining('invisible characters')],
    ['half a surrogate pair', [entry({ help: '\uD83D' })], expect.stringContaining('half a character')],
  ])('is refused for %s', (_, list, refusal) => expect(variablesError('Write {{a}}.', list)).toEqual(refusal))

  it('is refused if its texts together are too long', () => {
    const names = Array.from({ length: 11 }, (_, index) => `v${index}`)
    const list = names.map((name) => entry({ name, default: 'x'.repeat(variableLimits.default) }))
    expect(variablesError(names.map((name) => `{{${name}}}`).join(' '), list)).toBe(
      'The list of blanks has 22,000 characters. Use at most 20,000.',
    )
  })

  it('property: anything stored is read as a list, and a valid list is read unchanged', () => {
    const value = fc.oneof(fc.constantFrom('text', 'a', '', 1, true, null), fc.array(fc.anything(), { maxLength: 2 }))
    const kind = fc.constantFrom(...variableKinds, 'other', 7)
    const fields = {
      default: value,
      label: value,
      help: value,
      required: value,
      min: value,
      max: value,
      options: value,
    }
    const entry = fc.record({ name: fc.constantFrom('text', 'a', 7), kind, ...fields }, { requiredKeys: [] })
    const types = z.strictObject({
      name: z.string(),
      default: z.string().nullable(),
      kind: z.enum(variableKinds).optional(),
      label: z.string().optional(),
      help: z.string().optional(),
      required: z.boolean().optional(),
      min: z.number().optional(),
      max: z.number().optional(),
      options: z.array(z.string()).optional(),
    })
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.oneof(entry, fc.anything())), fc.anything()), (stored) => {
        const list = readVariables(stored)
        for (const variable of list) types.parse(variable)
        expect(readVariables(structuredClone(list))).toEqual(list)
        expect(typeof (variablesError('Some {{text}}.', list) ?? '')).toBe('string')
      }),
    )
    expect(readVariables(JSON.parse(JSON.stringify(variables)))).toEqual(variables)
  })
})
