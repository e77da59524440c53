import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePrompt } from '#features/variables/variable-rules.ts'
import { type ImportedPrompt, readRecord } from './import-rules.ts'

const categories = new Map([
  ['creative', 'creative'],
  ['writing and editing', 'writing-editing'],
  ['writing-editing', 'writing-editing'],
])

function importFields(fields: Record<string, unknown>): ImportedPrompt {
  const record = readRecord({ act: 'A title', prompt: 'A text that is long enough.', ...fields }, categories)
  if ('refusal' in record) throw new Error(record.refusal)
  return record
}

function refusalOf(fields: Record<string, unknown>): string | null {
  const record = readRecord({ act: 'A title', prompt: 'A text that is long enough.', ...fields }, categories)
  return 'refusal' in record ? record.refusal : null
}

// The columns are those of the catalogue prompts.chat: `act` is the title, and `for_devs` marks prompts for developers.
describe('a row of another catalogue', () => {
  it('is imported with its text unchanged and its title on one line', () => {
    const prompt = importFields({ act: '  One\n title ', prompt: '  Two spaces, a tab\t\nand a line break\n' })
    expect(prompt.title).toBe('One title')
    expect(prompt.content).toBe('  Two spaces, a tab\t\nand a line break\n')
  })

  it('has its variables converted, and its code left unchanged', () => {
    const text = 'Say ${topic} in ${language:English}, not ${error.message}, {{ $json["a"] }}, ${1} or {{kept}}.'
    const prompt = importFields({ prompt: text })
    expect(prompt.content).toBe(
      'Say {{topic}} in {{language:English}}, not ${error.message}, {{ $json["a"] }}, ${1} or {{kept}}.',
    )
    expect(prompt.original).toBe(text)
  })

  it.each(['f', 'a,b', '0', 'félix b.'])('is credited to %j unchanged', (contributor) => {
    expect(importFields({ contributor: ` ${contributor} ` }).credit).toBe(contributor)
  })

  it('has no credit without a name', () => expect(importFields({ contributor: ' ' }).credit).toBe(null))

  it.each([
    [{ for_devs: 'TRUE' }, 'programming-code'],
    [{ for_devs: true, type: 'IMAGE' }, 'programming-code'],
    [{ type: 'IMAGE', for_devs: 'FALSE' }, 'image-generation'],
    [{ act: 'Songs for choirs', type: 'TEXT', for_devs: 'FALSE' }, 'creative'],
    [{ act: 'Whatever', category: 'Writing and Editing', for_devs: 'TRUE' }, 'writing-editing'],
    [{ act: 'Songs for choirs', category: 'no such category' }, 'creative'],
    [{ act: 'Whatever' }, 'general'],
  ])('with the fields %j gets the category %s', (fields, category) =>
    expect(importFields(fields).category).toBe(category),
  )

  it('keeps its valid tags, or else gets tags derived from its columns and words', () => {
    expect(importFields({ tags: 'Poems; a,Sea  Side ,poems' }).tags).toEqual(['poems', 'sea side'])
    expect(importFields({ tags: ['One', 2, 'two'] }).tags).toEqual(['one', 'two'])
    const song = { type: 'STRUCTURED', act: 'Songs for choirs' }
    expect(importFields(song).tags, 'the type STRUCTURED alone adds no tag').toEqual(['music'])
    expect(importFields({ ...song, prompt: '{"subject": "four songs for a choir"}' }).tags).toEqual(['music', 'json'])
    expect(importFields({}).tags).toEqual([])
  })

  it('may have other column names', () => {
    const record = readRecord({ Title: 'A title', TEXT: 'A text that is long enough.', Author: 'me' }, categories)
    expect(record).toMatchObject({ title: 'A title', content: 'A text that is long enough.', credit: 'me' })
  })

  it.each([
    [{ act: ' ab ' }, 'The title has 2 characters. Use 3 to 200.'],
    [{ act: undefined }, 'Add a title (3 to 200 characters).'],
    [{ act: 'x'.repeat(201) }, 'The title has 201 characters. Use 3 to 200.'],
    [{ prompt: 'too short' }, 'Write at least 10 characters.'],
    [{ prompt: 'x'.repeat(200_001) }, 'The prompt has 200,001 characters. Use at most 200,000.'],
    [{ prompt: ' \n'.repeat(9) }, 'The prompt is empty.'],
    [{ prompt: 'A NUL \0 in the text' }, 'The text contains a NUL character. Remove it.'],
    [{ prompt: 'Half an emoji \ud83d here' }, 'The text contains a broken character (a lone surrogate). Remove it.'],
    [{ contributor: 'c'.repeat(201) }, 'The contributor’s name has 201 characters. Use at most 200.'],
  ])('is refused with a reason: %j', (fields, reason) => expect(refusalOf(fields)).toBe(reason))

  it('may have a title of 200 and a text of 200,000 characters, counted as code points', () => {
    expect(refusalOf({ act: '🎭'.repeat(200), prompt: '🎭'.repeat(200_000) })).toBe(null)
  })

  it('property: converting variables changes only their delimiters', () => {
    const unit = fc.constantFrom('${', '{{', '}}', '{', '}', '$', ':', 'a', '_', ' ', '1', '.', 'ß', '\n')
    fc.assert(
      fc.property(fc.string({ unit, minLength: 12 }), (text) => {
        const record = readRecord({ act: 'A title', prompt: `${text} and words`, credit: 'f' }, categories)
        if ('refusal' in record) throw new Error(record.refusal)
        const withoutDelimiters = (content: string) => content.replace(/[${}]/g, '')
        expect(withoutDelimiters(record.content)).toBe(withoutDelimiters(record.original))
        expect(record.content.replace(/\{\{([^{}]*)\}\}/g, '$${$1}')).toBe(
          record.original.replace(/\{\{([^{}]*)\}\}/g, '$${$1}'),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('property: a placeholder with a valid name becomes a variable with the same default', () => {
    const name = fc.stringMatching(/^[\p{L}_][\p{L}\p{N}_-]{0,39}$/u)
    const value = fc.string({ unit: fc.constantFrom('a', ' ', ':', '$', '.', '文') })
    fc.assert(
      fc.property(name, fc.option(value), (name, value) => {
        const written = value === null ? `\${${name}}` : `\${${name}:${value}}`
        const { content } = importFields({ prompt: `Please write ${written}` })
        expect(parsePrompt(content).at(-1)).toEqual({ kind: 'variable', name, default: value })
      }),
    )
  })
})

describe('the description of an imported text', () => {
  it.each([
    [
      'is read from its front matter',
      '---\nname: x\ndescription: "Plans a dinner for {{guests:six}}."\n---\n# Dinner\nAsk.',
    ],
    ['may be in the last line of the front matter', '---\ndescription: Plans a dinner for six.\n---'],
  ])('%s', (_title, prompt) => expect(importFields({ prompt }).description).toMatch(/^Plans a dinner for six\.$/))

  it.each([
    'Plan a dinner for the people who live in my street.',
    '---\nname: x\n---\nPlan a dinner for six people.',
    'description: no front matter',
  ])('is empty if the text has none: %j', (prompt) => expect(importFields({ prompt }).description).toBe(''))
})
