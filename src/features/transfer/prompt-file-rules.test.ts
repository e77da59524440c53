import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillPrompt, parsePrompt, variablesOf } from '#features/variables/variable-rules.ts'
import { promptWithKinds } from '#test/prompt-with-kinds.ts'
import { exportFormat } from './cell-rules.ts'
import { dotpromptOf, fromHandlebars, toHandlebars } from './dotprompt-rules.ts'
import { type ExportedPrompt, markdownOf, readExportedPrompt } from './export-rules.ts'
import { identifiersOf } from './identifier-rules.ts'
import { readPromptFile } from './prompt-file-rules.ts'
import { skillName, skillOf } from './skill-rules.ts'

function read(text: string, fileName = ''): Record<string, unknown> {
  const row = readPromptFile(text, fileName)
  if ('problem' in row) throw new Error(row.problem)
  return row.fields
}

const prompt: ExportedPrompt = {
  format: exportFormat,
  id: '01900000-0000-7000-8000-0000000000aa',
  slug: 'plan-a-trip',
  ...promptWithKinds,
  tags: ['travel'],
  models: [],
  language: 'en',
  licence: 'CC-BY-4.0',
  credit: null,
  author: 'someone',
  featured: false,
  skill: true,
  files: [],
  status: 'published',
  forkOf: null,
  translationOf: null,
  importKey: null,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-02-02T03:04:05.678Z',
  publishedAt: '2026-01-03T03:04:05.678Z',
  version: 3,
  image: null,
  imageAlt: null,
  imageModel: null,
  imageDate: null,
  sha256: 'ab'.repeat(32),
  labels: ['production', 'v2'],
  findings: [
    { kind: 'override', what: 'tells the model to ignore other instructions', line: 2, count: 1 },
    { kind: 'link', what: 'docs.example', line: 1, count: 3 },
  ],
}
const writers = { md: markdownOf, skill: skillOf, prompt: dotpromptOf }

/** Pieces from which texts are built. Most of them have a meaning in one of the formats. */
const piece = fc.constantFrom(
  '{',
  '}',
  '{{',
  '}}',
  '\\',
  '!',
  '`',
  '{{a}}',
  '{{b c:d}}',
  '{{größe}}',
  '{{!',
  '{{!:x}}',
  '{{{a}}}',
  '\\{{a}}',
  '{{literal_1}}',
  '&#33;',
  '&#38;',
  '---',
  '\n',
  'a:',
  ':b',
  '\r\n',
  ' ',
  'x',
  '<!-- The text of the prompt: -->\n',
  'Ask for these values',
  '$ARGUMENTS',
  '{{#if a}}',
)
const text = fc.array(piece).map((pieces) => pieces.join(''))

describe('a file of one prompt', () => {
  it.each(Object.entries(writers))('is read back unchanged: %s', (_, write) => {
    expect(readExportedPrompt(read(write(prompt)))).toEqual(prompt)
  })

  it.each(Object.entries(writers))('property: any text with any braces survives: %s', (_, write) => {
    fc.assert(
      fc.property(text, (content) => {
        const whole = { ...prompt, content, variables: [] }
        const importedFields = read(write(whole))
        // Spaces at the end of a blank's name don't survive in Dotprompt (docs/formats.md).
        expect({ ...importedFields, content: withoutSpacesInBraces(String(importedFields.content)) }).toMatchObject({
          content: withoutSpacesInBraces(content),
        })
      }),
      { numRuns: 1000 },
    )
  })

  it.each(['\\', '{', '\\{', '{{', '!`', '&#38;', '&#', '{{a:', '---\n', ' '])(
    'with a text of the maximum length is written and read quickly even if the text repeats %j',
    (unit) => {
      const content = `${unit.repeat(199_990 / unit.length)}x`
      for (const write of Object.values(writers))
        expect(read(write({ ...prompt, content, variables: [] })).content).toBe(content)
    },
  )

  it('property: a text converted to Handlebars has double braces only where the export wrote them, and can be restored', () => {
    fc.assert(
      fc.property(text, (content) => {
        const names = identifiersOf(variablesOf(content).map(({ name }) => name))
        const { body, literals } = toHandlebars(content, names)
        const outside = body.replace(/\{\{\w+\}\}(?:\{\{!:[^{}]*\}\})?/g, '\0')
        expect(outside).not.toMatch(/\{\{|[\\{]\0|\0\}/)
        const namesByIdentifier = Object.fromEntries([...names].map(([name, identifier]) => [identifier, name]))
        const restored = fromHandlebars(body, namesByIdentifier, literals)
        expect(fillPrompt(parsePrompt(restored), {})).toBe(fillPrompt(parsePrompt(content), {}))
      }),
      { numRuns: 1000 },
    )
  })

  it('as Dotprompt has inputs with identifiers, types and choices', () => {
    const file = dotpromptOf({ ...prompt, content: '{{Größe}} {{größe}} {{城市}} {{each}} {{a b}}', variables: [] })
    expect(file).toContain('{{gro_e}} {{gro_e_2}} {{var3}} {{each_}} {{a_b}}')
    const dotprompt = dotpromptOf(prompt)
    expect(dotprompt).toContain('"days":"number, How many days. from 1 to 14"')
    expect(dotprompt).toContain('"budget(enum)":["low","medium","high"]')
    expect(dotprompt).toContain('"likes?(array, Likes)":"string"')
  })

  it('as a skill tells the agent to ask for values, and runs nothing', () => {
    const skill = skillOf({
      ...prompt,
      content: 'Say {{city}}. !`rm -rf /` stays a text.',
      variables: prompt.variables.slice(1, 2),
    })
    expect(skill).toContain('name: "plan-a-trip"')
    expect(skill).toContain('- city: text, required, label “City”')
    expect(skill).not.toMatch(/!`/)
    expect(skill).toContain('"sha256":"abab')
  })

  it.each([
    ['Ünïcode_Title--x', 'n-code-title-x'],
    ['---', 'prompt'],
    [`a${'-b'.repeat(60)}`, `a${'-b'.repeat(31)}`],
  ])('as a skill has a valid name: %s', (slug, name) => expect(skillName(slug)).toBe(name))

  it('that another program wrote is imported with known keys only', () => {
    const foreign = '---\nname: helper\ndescription: Helps.\nallowed-tools: Bash(*)\nhooks: x\n---\nDo the thing.'
    const fields = read(foreign, 'SKILL.md')
    expect(fields).toMatchObject({ description: 'Helps.', content: 'Do the thing.' })
    for (const key of ['allowed-tools', 'hooks']) expect(fields).not.toHaveProperty(key)
    expect(read('---\nmetadata: {"promptarium": "{"}\n---\nText.')).toMatchObject({ content: 'Text.' })
  })
})

function withoutSpacesInBraces(content: string): string {
  return content.replace(/ +(?=\}\}|:)/g, '')
}
