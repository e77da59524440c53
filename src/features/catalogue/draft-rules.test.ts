import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyForm, formErrors, formFields, modelsOf, readForm } from './draft-rules.ts'

const form = { ...emptyForm, title: 'A title', content: 'A text that is long enough.', category: 'general' }

describe('a form', () => {
  it('has no errors when it is complete', () => {
    expect(formErrors(form)).toEqual({})
  })

  it('has an error for each invalid field', () => {
    const invalidForm = { ...form, title: 'x', content: '', category: '', tags: ['ok', 'x'], models: 'a, b, c, d' }
    expect(formErrors(invalidForm)).toEqual({
      title: 'The title has 1 character. Use 3 to 200.',
      content: 'Write at least 10 characters.',
      category: 'Choose the category that fits best.',
      tags: 'The tag has 1 character. Use 2 to 30.',
      models: 'Use at most 3 models.',
    })
  })

  it('takes only the valid fields from storage', () => {
    expect(readForm({ ...form, licence: 'CC0-1.0', models: ['a', 'b'] }, emptyForm)).toEqual({
      ...form,
      licence: 'CC0-1.0',
      models: 'a, b',
    })
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('text', ['text'], [1], 1))
    const fields = Object.fromEntries(formFields.map((name) => [name, value]))
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record(fields, { requiredKeys: [] })), (stored) => {
        const form = readForm(stored, emptyForm)
        const typesOf = (form: object) =>
          Object.entries(form).map(([name, value]) => [name, Array.isArray(value) ? 'list' : typeof value])
        expect(typesOf(form).sort()).toEqual(typesOf(emptyForm).sort())
        expect(form.tags.every((tag) => typeof tag === 'string')).toBe(true)
        formErrors(form)
      }),
    )
    expect(readForm({ title: 5, tags: [1], licence: 'MIT' }, form)).toEqual(form)
  })

  it('separates models by commas, and a repeated model counts once', () => {
    expect(modelsOf(' GPT-5 ,Claude,, GPT-5')).toEqual(['GPT-5', 'Claude'])
  })
})
