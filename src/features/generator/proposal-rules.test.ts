import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { variablesError } from '#features/variables/variable-list-rules.ts'
import { readGeneratedPrompt } from './answer-rules.ts'
import { proposeVariables, readBlankHints } from './proposal-rules.ts'

describe('proposals for blanks', () => {
  it('have a kind if the name clearly implies one, unless the default doesn’t fit it', () => {
    const kindsOf = (content: string) => proposeVariables(content, []).map(({ name, kind }) => [name, kind])
    expect(kindsOf('{{due date}} {{number of guests}} {{is_remote}} {{topic}} {{age}}')).toEqual([
      ['due date', 'date'],
      ['number of guests', 'number'],
      ['is_remote', 'yes-no'],
      ['age', 'number'],
    ])
    expect(kindsOf('{{deadline:next Friday}} {{age:six-year-olds}} {{number:ten}} {{update}} {{candidate}}')).toEqual(
      [],
    )
    expect(kindsOf('{{number:10}} {{date:2027-01-31}}')).toEqual([
      ['number', 'number'],
      ['date', 'date'],
    ])
  })

  it('have the kinds and options that a model states, if these are readable and fit the blank', () => {
    const line =
      'due date (date); {{tone}} (choice: formal | friendly ); x (color); gone (number); notes (long-text); a (choice: b)'
    expect(readBlankHints(line).map(({ name }) => name)).toEqual(['due date', 'tone', 'gone', 'notes', 'a'])
    const answer = `TITLE: A letter\nDESCRIPTION: Writes a letter.\nCATEGORY: general\nTAGS: letters\nBLANKS: ${line}\nPROMPT:\nBy {{due date}}, {{tone}}, {{a}}: {{notes}} for {{company}}.`
    expect(readGeneratedPrompt(answer, { idea: 'a letter' }, ['general'])).toMatchObject({
      content: 'By {{due date}}, {{tone}}, {{a}}: {{notes}} for {{company}}.',
      variables: [
        { name: 'due date', default: null, kind: 'date' },
        { name: 'tone', default: null, kind: 'choice', options: ['formal', 'friendly'] },
        { name: 'notes', default: null, kind: 'long-text' },
      ],
    })
  })

  it('can always be stored with the text, for any blanks and hints', () => {
    const names = fc.constantFrom('a', 'due date', 'number', 'is_on', 'tone')
    const hint = fc.record(
      {
        name: names,
        kind: fc.constantFrom('text' as const, 'choice' as const, 'date' as const, 'number' as const),
        options: fc.array(fc.string({ maxLength: 120, size: 'max' }), { maxLength: 4 }),
      },
      { requiredKeys: ['name', 'kind'] },
    )
    const blank = fc.tuple(names, fc.constantFrom('', ':5', ':yes', ':x'))
    fc.assert(
      fc.property(fc.array(blank), fc.array(hint), (blanks, hints) => {
        const content = blanks.map(([name, defaultPart]) => `{{${name}${defaultPart}}}`).join(' ')
        expect(variablesError(content, proposeVariables(content, hints))).toBeNull()
      }),
    )
  })
})
