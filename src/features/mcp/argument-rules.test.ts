import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { argumentsOf, fillArguments, formSchemaOf, stringValuesOf } from './argument-rules.ts'
import { idOrSlugOf, promptNameOf } from './prompt-name-rules.ts'

const id = '019a9d1e-7c00-7000-8000-000000000001'

describe('the name of a prompt', () => {
  it.each([
    ['linux-terminal', 'linux-terminal'],
    ['snake_case-title', `snake-case-title-${id}`],
    ['a'.repeat(64), 'a'.repeat(64)],
    ['b'.repeat(65), `${'b'.repeat(27)}-${id}`],
    ['_', id],
  ])('with the slug %s is %s', (slug, name) => expect(promptNameOf({ slug, id })).toBe(name))

  it('is a valid skill name of at most 64 characters, and finds the prompt', () => {
    const word = fc.stringMatching(/^[\w-]{1,200}$/)
    const long = fc.string({ unit: fc.constantFrom('a', '7', '-', '_'), minLength: 20, maxLength: 200, size: 'max' })
    const endingInId = fc.uuid().map((other) => `a-${other}`)
    fc.assert(
      fc.property(fc.oneof(word, long, endingInId), (slug) => {
        const name = promptNameOf({ slug: slug.toLowerCase(), id })
        expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(name.length).toBeLessThanOrEqual(64)
        expect([slug.toLowerCase(), id]).toContain(idOrSlugOf(name))
      }),
    )
  })
})

describe('the arguments of a prompt', () => {
  it('get unique names quickly, even for hundreds of similar blanks', () => {
    const letters = [...'àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ']
    const placeholders = letters
      .flatMap((a) => letters.flatMap((b) => letters.map((c) => `{{${a + b + c}}}`)))
      .slice(0, 500)
    const all = argumentsOf(placeholders.join(''), [])
    expect(all.at(-1)?.name).toBe('aaa_500')
    expect(argumentsOf('{{a-b}} {{a_b_2}} {{a b}} {{a_b}}', []).map(({ name }) => name)).toEqual([
      'a_b',
      'a_b_2',
      'a_b_3',
      'a_b_4',
    ])
  })

  it('are its blanks, with unique ASCII names', () => {
    const all = argumentsOf('{{größe}} {{Größe}} {{size of it}} {{size_of_it}} {{название}} {{名前}}', [])
    expect(all.map(({ name }) => name)).toEqual(['groe', 'Groe', 'size_of_it', 'size_of_it_2', 'blank_5', 'blank_6'])
  })

  it('take values by argument name or by blank name', () => {
    const content = 'From {{größe}} to {{end:noon}}, {{x}}.'
    const all = argumentsOf(content, [])
    const filled = fillArguments(content, all, { groe: 'A', x: 'B' })
    expect([filled.parts.join(''), filled.missing]).toEqual(['From A to noon, B.', []])
    const partly = fillArguments(content, all, { größe: 'A', end: '' })
    expect(partly.parts.join('')).toBe('From A to noon, {{x}}.')
    expect(partly.missing).toMatchObject([{ name: 'x' }])
  })

  it('never take a value from an object’s prototype', () => {
    const content = 'About {{constructor}} and {{toString}}.'
    expect(fillArguments(content, argumentsOf(content, []), {}).parts.join('')).toBe(content)
  })

  it('are replaced by their values, unchanged', () => {
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('{{', '}}', 'it', '\\', '$&', '[', ' ', '\n') }),
    )
    fc.assert(
      fc.property(value, (value) => {
        const content = 'About {{it}}!'
        const { parts } = fillArguments(content, argumentsOf(content, []), { it: value })
        expect(parts.join('')).toBe(value === '' ? content : `About ${value}!`)
      }),
    )
  })

  it('become form fields of the kinds that the author chose, and submitted values become strings', () => {
    const all = argumentsOf('{{a}} {{b}} {{c}} {{d}} {{e}}', [
      { name: 'a', default: null, kind: 'choice', options: ['x', 'y'], label: 'A', help: 'One of two.' },
      { name: 'b', default: null, kind: 'number', min: 1, max: 9 },
      { name: 'c', default: null, kind: 'yes-no' },
      { name: 'd', default: null, kind: 'date' },
    ])
    expect(formSchemaOf(all)).toEqual({
      type: 'object',
      properties: {
        a: { title: 'A', description: 'One of two.', type: 'string', enum: ['x', 'y'] },
        b: { title: 'b', type: 'number', minimum: 1, maximum: 9 },
        c: { title: 'c', type: 'boolean' },
        d: { title: 'd', type: 'string', format: 'date' },
        e: { title: 'e', type: 'string' },
      },
    })
    expect(stringValuesOf({ a: 'x', b: 3, c: true, d: null, e: ['z'] })).toEqual({ a: 'x', b: '3', c: 'yes' })
  })
})
