import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { excerptOf } from '#features/catalogue/excerpt-rules.ts'
import { promptLimits } from '#features/catalogue/rules.ts'
import { parsePrompt, variablesOf } from '#features/variables/variable-rules.ts'
import { reservedWords } from '#lib/reserved-words.ts'
import { slugify } from '#lib/slug.ts'
import {
  readEntries,
  readFilled,
  readStarterCollections,
  readStarterExamples,
  readStarterPrompts,
  readStarterTools,
} from './starter-files.ts'

const prompts = await readStarterPrompts()
const tools = await readStarterTools()
const categories = [...new Set(prompts.map(({ category }) => category))]
const featured = prompts.filter((prompt) => prompt.featured).sort((a, b) => Number(a.featured) - Number(b.featured))

function findRepeated(words: string[]): string[] {
  return words.filter((word, index) => words.indexOf(word) !== index)
}

/** The number of blanks that a card shows. */
function countBlanksShown(content: string): number {
  return variablesOf(excerptOf(content)).length
}

describe('the prompts of db/starter', () => {
  it('are at least 125, at least 7 in each of the 15 categories, in at least 11 languages', () => {
    expect(prompts.length).toBeGreaterThanOrEqual(125)
    expect(categories).toHaveLength(15)
    const few = categories.filter((slug) => prompts.filter(({ category }) => category === slug).length < 7)
    expect(few).toEqual([])
    expect(new Set(prompts.map(({ language }) => language)).size).toBeGreaterThanOrEqual(11)
  })

  it('have unique titles and texts', () => {
    expect(findRepeated(prompts.map(({ title }) => title.toLowerCase()))).toEqual([])
    expect(findRepeated(prompts.map(({ content }) => content))).toEqual([])
  })

  it('have unique, readable slugs', () => {
    const slugs = prompts.map(({ slug, title }) => slug ?? slugify(title))
    expect(findRepeated(slugs)).toEqual([])
    expect(slugs.filter((slug) => slug.length < 8 || reservedWords.has(slug))).toEqual([])
    // If a slug made from the title would lack some of its letters, the prompt must state a slug.
    const withLostLetters = prompts.filter(({ slug, title }) => !slug && /[^\x20-\x7e’“”–]/.test(title))
    expect(withLostLetters.map(({ title }) => title)).toEqual([])
  })

  it.each(prompts)('“$title” is valid', ({ title, description, tags, content }) => {
    expect(title.length).toBeLessThanOrEqual(70)
    expect(Array.from(description).length).toBeLessThanOrEqual(200)
    expect(description).toMatch(/^\S.*[.。]$/)
    expect(tags.length).toBeGreaterThanOrEqual(2)
    expect(tags.length).toBeLessThanOrEqual(4)
    expect(findRepeated(tags)).toEqual([])
    expect(tags).toEqual(tags.map((tag) => tag.toLowerCase()))
    expect([title, description, content].join('\n')).not.toMatch(/[!！\p{Extended_Pictographic}\t]| $/mu)
    expect(content).not.toMatch(/\n{3}/)
  })

  it.each(prompts)('“$title” has blanks, and no mistyped blanks', ({ content }) => {
    const plain = parsePrompt(content).flatMap((segment) => (segment.kind === 'text' ? segment.text : []))
    expect(variablesOf(content).length).toBeGreaterThanOrEqual(1)
    expect(plain.join('')).not.toMatch(/\{\{|\}\}|\$\{/)
  })

  it('fill the home page: twelve are featured, in order, from many categories, with two to four blanks per card', () => {
    expect(featured.map((prompt) => prompt.featured)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
    expect(new Set(featured.map(({ category }) => category)).size).toBeGreaterThanOrEqual(10)
    const wrong = featured.filter(({ content }) => countBlanksShown(content) < 2 || countBlanksShown(content) > 4)
    expect(wrong.map(({ title }) => title)).toEqual([])
  })

  it('have a first featured prompt whose card shows its whole content', () => {
    expect(Array.from(featured[0]?.content ?? '').length).toBeLessThan(promptLimits.excerpt)
  })
})

describe('the worked examples of db/starter', async () => {
  const examples = await readStarterExamples()

  it('are one for each prompt', () => {
    expect(examples.map(({ title }) => title).sort()).toEqual(prompts.map(({ title }) => title).sort())
  })

  it.each(examples)('“$title” fills in every blank that has no default, and no others', ({ title, filled }) => {
    const blanks = variablesOf(prompts.find((prompt) => prompt.title === title)?.content ?? '')
    const names = blanks.map(({ name }) => name)
    expect(Object.keys(filled).filter((name) => !names.includes(name))).toEqual([])
    expect(blanks.filter((blank) => blank.default === null && !filled[blank.name])).toEqual([])
  })

  it.each(examples)('“$title” shows what the prompt does, in a length that people read', ({ text }) => {
    expect(text.length).toBeGreaterThan(250)
    expect(text.length).toBeLessThan(2_200)
    expect(text).not.toMatch(/\{\{|\p{Extended_Pictographic}|\t| $/mu)
  })

  it('are refused with their position if a line before the text isn’t a value', () => {
    expect(readFilled('> a: 1\n>  2\n>\n> b: 3', 'here')).toEqual({ a: '1\n2\n', b: '3' })
    expect(() => readFilled('> a: 1\nb', 'here')).toThrow('here: “b” is not a line like “> blank: value”.')
  })
})

describe('the tools of db/starter', () => {
  it('are at least 42, of every type, six of them featured', () => {
    expect(tools.length).toBeGreaterThanOrEqual(42)
    expect(new Set(tools.map(({ type }) => type)).size).toBe(6)
    expect(tools.filter((tool) => tool.featured)).toHaveLength(6)
  })

  it('have unique names and addresses, and existing categories', () => {
    expect(findRepeated(tools.map(({ name }) => slugify(name)))).toEqual([])
    expect(findRepeated(tools.map(({ url }) => url))).toEqual([])
    expect(tools.filter(({ category }) => !categories.includes(category))).toEqual([])
  })

  it.each(tools)('$name is described in two plain sentences', ({ url, tags, description }) => {
    expect(url).toMatch(/^https:\/\//)
    expect(description).toMatch(/^\S.*\. \S.*\.$/)
    expect(description).not.toMatch(/!|\b(best|leading|powerful|revolutionary|amazing|cutting-edge|seamless)/i)
    expect(tags.length).toBeGreaterThanOrEqual(2)
    expect(tags.length).toBeLessThanOrEqual(4)
    expect(tags).toEqual(tags.map((tag) => tag.toLowerCase()))
  })
})

describe('the collections of db/starter', async () => {
  const collections = await readStarterCollections()

  it('are at least five, with different titles', () => {
    expect(collections.length).toBeGreaterThanOrEqual(5)
    expect(findRepeated(collections.map(({ title }) => title))).toEqual([])
  })

  it.each(collections)('“$title” has five to eight prompts and tools of db/starter, some with notes', ({ items }) => {
    const slugs = {
      prompt: prompts.map(({ slug, title }) => slug ?? slugify(title)),
      tool: tools.map(({ name }) => slugify(name)),
    }
    expect(items.filter(({ kind, slug }) => !slugs[kind].includes(slug))).toEqual([])
    expect(findRepeated(items.map(({ slug }) => slug))).toEqual([])
    expect(items.length).toBeGreaterThanOrEqual(5)
    expect(items.length).toBeLessThanOrEqual(8)
    expect(items.some(({ note }) => note !== '')).toBe(true)
  })
})

describe('the format of the files', () => {
  const Head = z.strictObject({ title: z.string(), number: z.coerce.number().optional() })
  const read = (text: string) => readEntries('a.md', text, Head).map(({ head, body }) => ({ ...head, body }))

  it('is `name: value` lines, an empty line, and a text up to the next line of equals signs', () => {
    const text = 'title: One: more\nnumber: 2\n\nFirst line\n\n# == \n=====\ntitle: Two\n\n  kept\n'
    expect(read(text)).toEqual([
      { title: 'One: more', number: 2, body: 'First line\n\n# ==' },
      { title: 'Two', body: 'kept' },
    ])
  })

  it.each([
    ['a line without a name', 'title: One\nno name\n\ntext', 'line 1: “no name” is not a line like “title: Words”.'],
    ['an unknown name', 'title: One\ncolour: red\n\ntext', 'line 1: There is no field “colour” here.'],
    ['a repeated name', 'title: One\ntitle: Two\n\ntext', 'line 1: “title” is repeated.'],
    ['a missing name', 'number: 1\n\ntext', 'line 1: title is missing.'],
    ['a missing text', 'title: One\n\ntext\n=====\ntitle: Two\n', 'line 5: the entry has no text.'],
  ])('is refused with the position of an entry that has %s', (_, text, message) => {
    expect(() => read(text)).toThrow(`db/starter/a.md, ${message}`)
  })
})
