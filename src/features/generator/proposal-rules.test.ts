import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composePrompt } from '#features/models/composer-rules.ts'
import { variablesError } from '#features/variables/variable-list-rules.ts'
import { readGeneratedPrompt } from './answer-rules.ts'
import { proposeVariables, readBlankHints } from './proposal-rules.ts'

const compose = (idea: string) => {
  const { content, blankSpecs } = composePrompt({ idea })
  return { content, variables: proposeVariables(content, blankSpecs) }
}

describe('proposals for blanks', () => {
  it('have the composer’s labels unless these repeat the name, and the kind long-text for long texts', () => {
    const { variables } = compose('Write a cover letter')
    expect(variables).toContainEqual({ name: 'notes', default: null, kind: 'long-text', label: 'My experience' })
    expect(variables).toContainEqual({ name: 'why', default: null, kind: 'text', label: 'Why this company' })
    expect(variables.map(({ name }) => name)).not.toContain('company')
  })

  it('have the options that the idea lists, word for word', () => {
    const result = compose('Write a thank-you note, tone (formal, friendly or very dry), to my boss')
    expect(result.content).toContain('tone {{tone}}, to')
    expect(result.variables).toContainEqual({
      name: 'tone',
      default: null,
      kind: 'choice',
      options: ['formal', 'friendly', 'very dry'],
    })
    expect(compose('Summarize this report. Format: table / list').variables).toContainEqual({
      name: 'format',
      default: null,
      kind: 'choice',
      options: ['table', 'list'],
    })
    for (const idea of [
      'Set the tone (warm)',
      'Explain the style (as in art, or so they say)',
      'tone: formal',
      'tone (a or a)',
    ])
      expect(compose(idea).variables.filter(({ kind }) => kind === 'choice')).toEqual([])
  })

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
        label: fc.string({ maxLength: 100, size: 'max' }),
        isText: fc.boolean(),
        kind: fc.constantFrom('text' as const, 'choice' as const, 'date' as const, 'number' as const),
        options: fc.array(fc.string({ maxLength: 120, size: 'max' }), { maxLength: 4 }),
      },
      { requiredKeys: ['name'] },
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
