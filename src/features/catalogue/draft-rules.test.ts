import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyForm, formErrors, modelsOf, readForm } from './draft-rules.ts'

const form = { ...emptyForm, title: 'A title', content: 'A text that is long enough.', category: 'general' }

describe('a form', () => {
  it('has no errors when it is complete', () => {
    expect(formErrors(form)).toEqual({})
  })

  it('has an error for each invalid field', () => {
    const wrong = { ...form, title: 'x', content: '', category: '', tags: ['ok', 'x'], models: 'a, b, c, d' }
    expect(formErrors(wrong)).toEqual({
      title: 'The title has 1 character. Use 3 to 200.',
      content: 'Write at least 10 characters.',
      category: 'Choose the category that fits best.',
      tags: 'The tag has 1 character. Use 2 to 30.',
      models: 'Use at most 3 models.',
    })
  })

  it('reads valid fields from storage and ignores the rest', () => {
    expect(readForm({ ...form, licence: 'CC0-1.0', models: ['a', 'b'] }, emptyForm)).toEqual({
      ...form,
      licence: 'CC0-1.0',
      models: 'a, b',
    })
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        expect(Object.keys(readForm(stored, emptyForm)).sort()).toEqual(Object.keys(emptyForm).sort())
        formErrors(readForm(stored, emptyForm))
      }),
    )
    expect(readForm({ title: 5, tags: [1], licence: 'MIT' }, form)).toEqual(form)
  })

  it('splits models at commas, without duplicates', () => {
    expect(modelsOf(' GPT-5 ,Claude,, GPT-5')).toEqual(['GPT-5', 'Claude'])
  })
})
