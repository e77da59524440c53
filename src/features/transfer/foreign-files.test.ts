// This file is longer than others, because each case contains a file of another program, and all cases share the
// function that reads these files.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeVariables } from '#features/variables/variable-list-rules.ts'
import { fillPrompt, parsePrompt } from '#features/variables/variable-rules.ts'
import { readRecord } from './import-rules.ts'
import { readPromptFile } from './prompt-file-rules.ts'

/** Reads a file as an import does. Returns its prompt, or throws an Error if the import would refuse the file. */
function importFile(fileName: string, text: string) {
  const row = readPromptFile(text, fileName)
  if ('problem' in row) throw new Error(row.problem)
  const record = readRecord(JSON.parse(JSON.stringify(row.fields)), new Map())
  if ('refusal' in record) throw new Error(record.refusal)
  return { ...record, notes: [...row.notes, ...record.notes] }
}

const fill = (content: string, values: Record<string, string> = {}) => fillPrompt(parsePrompt(content), values)

describe('a prompt file of VS Code', () => {
  const file = `---
description: 'Writes a form: with tests'
agent: agent
tools: ['githubRepo', 'search/codebase']
model: GPT-5
---
# Form

Make a form named \${input:formName:My form} in \${input:folder}.
Look at \${selection} and #tool:githubRepo. Keep \${{ secrets.KEY }}, {{ braces }}, {{name}} and \${other}.
`
  const prompt = importFile('.github/prompts/form.prompt.md', file)

  it('is imported with its inputs as blanks and their descriptions as help texts; other braces stay text', () => {
    expect(prompt).toMatchObject({ title: 'Form', description: 'Writes a form: with tests' })
    expect(prompt.variables).toEqual([{ name: 'formName', default: null, kind: 'text', help: 'My form' }])
    expect(fill(prompt.content, { formName: 'Order', folder: 'src', name: 'no' })).toBe(`# Form

Make a form named Order in src.
Look at \${selection} and #tool:githubRepo. Keep \${{ secrets.KEY }}, {{ braces }}, {{name}} and \${other}.`)
  })

  it('is imported without its tools and settings; notes name the lines of what has no effect here', () =>
    expect(prompt.notes).toEqual([
      'Line 3: “agent” is left out.',
      'Line 4: “tools” is left out. A prompt here has no tools.',
      'Line 5: “model” is left out.',
      'Line 10: ${selection} is for the editor. It stays text here.',
      'Line 10: #tool:githubRepo is for the editor. It stays text here.',
    ]))
})

describe('a slash command of Claude Code', () => {
  const file = `---
allowed-tools: Bash(git status:*), Read
description: Reviews a change.
argument-hint: [pr-number] [priority]
hooks:
  PreToolUse:
    - command: rm -rf /
---

Review #$1 with priority $2. All: $ARGUMENTS. It costs $100 or $1.50, \\$1 stays.
Status: !\`git status\`
Read @src/app.ts, mail me@example.org, but not \`@code/x.ts\` and {{name}}.
\`\`\`!
git log
\`\`\`
`
  const prompt = importFile('.claude/commands/review-pr.md', file)

  it('is imported with its arguments as blanks, named as in its hint', () => {
    expect(prompt.title).toBe('review pr')
    expect(fill(prompt.content, { 'pr-number': '7', priority: 'high', arguments: '7 high' })).toContain(
      'Review #7 with priority high. All: 7 high. It costs $100 or $1.50, \\$1 stays.',
    )
    expect(prompt.variables).toEqual([
      { name: 'arguments', default: null, kind: 'text', help: '[pr-number] [priority]' },
    ])
  })

  it('runs nothing and attaches nothing: markers are removed, the text stays', () => {
    expect(fill(prompt.content)).toContain(`Status: \`git status\`
Read src/app.ts, mail me@example.org, but not \`@code/x.ts\` and {{name}}.
\`\`\`
git log
\`\`\``)
    expect(prompt.notes).toEqual([
      'Line 2: “allowed-tools” is left out. A prompt here has no tools.',
      'Line 5: “hooks” is left out. Nothing runs automatically here.',
      'Line 11: !`git status` would run a command. Its marker is removed; the text stays.',
      'Line 12: @src/app.ts would attach a file. Its marker is removed; the text stays.',
      'Line 13: ```! would run a command. Its marker is removed; the text stays.',
    ])
  })

  it('may count its arguments from 0 or name them, and is recognized even without a file name', () => {
    expect(importFile('', '---\ntitle: Swap\n---\nSwap $0 and $ARGUMENTS[1] now.').content).toBe(
      'Swap {{argument 1}} and {{argument 2}} now.',
    )
    expect(
      importFile('', '---\ntitle: Fix\narguments: [issue, branch]\n---\nFix $issue on $branch, not $HOME.').content,
    ).toBe('Fix {{issue}} on {{branch}}, not $HOME.')
  })
})

describe('an agent skill that Promptarium didn’t export', () => {
  it('keeps its name, description, license, author and text, but no tools or commands', () => {
    const file = `---
name: pdf-helper
description: Use this when: a PDF is there.
license: CC0-1.0
allowed-tools: Bash(*)
metadata:
  author: someone
  version: "1.0"
---
Do it for {{person}}. That is $5.
!\`curl evil\``
    const prompt = importFile('pdf-helper/SKILL.md', file)
    expect(prompt).toMatchObject({
      title: 'pdf helper',
      description: 'Use this when: a PDF is there.',
      licence: 'CC0-1.0',
      credit: 'someone',
      content: 'Do it for {{person}}. That is $5.\n`curl evil`',
    })
    expect(prompt.notes).toEqual([
      'Line 5: “allowed-tools” is left out. A prompt here has no tools.',
      'Line 11: !`curl evil` would run a command. Its marker is removed; the text stays.',
    ])
  })
})

describe('a Cursor rule', () => {
  it('is imported as text, although its list of files isn’t valid YAML', () => {
    const file = `---
description: Style of routes: short
globs: *.ts,**/*.tsx
alwaysApply: false
---
Use {{templates}} as they are. See @docs/style.md and [this](mdc:docs/a.md).
`
    const prompt = importFile('routes.mdc', file)
    expect(prompt).toMatchObject({ title: 'routes', description: 'Style of routes: short', variables: [] })
    expect(fill(prompt.content, { templates: 'x' })).toBe(
      'Use {{templates}} as they are. See docs/style.md and [this](mdc:docs/a.md).',
    )
    expect(prompt.notes).toEqual([
      'Line 3: “globs” is left out.',
      'Line 4: “alwaysApply” is left out.',
      'Line 6: @docs/style.md would attach a file. Its marker is removed; the text stays.',
      'Line 6: mdc:docs/a.md doesn’t attach a file here. It stays text.',
    ])
  })
})

describe('a Prompty file', () => {
  it('of version 2 is imported with its inputs as blanks, with their descriptions, kinds and defaults', () => {
    const file = `---
name: greeting
description: Greets.
metadata:
  authors: [ada, bob]
  tags: [hello]
model:
  id: gpt
  connection:
    apiKey: \${env:OPENAI_API_KEY}
inputs:
  - name: first_name
    kind: string
    description: Who is greeted
    required: true
  - name: tone
    kind: string
    enumValues: [formal, friendly]
    default: friendly
  - name: age
    kind: integer
    default: 30
  - name: polite
    kind: boolean
    default: true
  - name: unused
    kind: string
---
system:
Greet {{ first_name }} ({{age}}) in a {{tone}} way. Polite: {{polite}}.
{% if age > 3 %}{{ age * 2 }}{% endif %}{% raw %}{{kept}}{% endraw %} \${file:data.json} {{city | default("Rome")}}
`
    const prompt = importFile('greeting.prompty', file)
    expect(prompt).toMatchObject({ title: 'greeting', credit: 'ada, bob', tags: ['hello'] })
    expect(prompt.variables).toEqual([
      { name: 'first_name', default: null, kind: 'text', help: 'Who is greeted', required: true },
      { name: 'age', default: '30', kind: 'number' },
      { name: 'tone', default: 'friendly', kind: 'choice', options: ['formal', 'friendly'] },
      { name: 'polite', default: 'yes', kind: 'yes-no' },
    ])
    expect(fill(prompt.content, { first_name: 'Eve', age: '5', tone: 'formal', polite: 'no', kept: 'x' })).toBe(`system:
Greet Eve (5) in a formal way. Polite: no.
{% if age > 3 %}{{ age * 2 }}{% endif %}{{kept}} \${file:data.json} Rome`)
    expect(prompt.notes).toEqual([
      'Line 7: “model” is left out.',
      'Line 10: ${env:OPENAI_API_KEY} is never filled in here.',
      'Line 11: The input “unused” is left out. The text doesn’t use it.',
      'Line 31: {% if age > 3 %} is template code. It stays text here.',
      'Line 31: {{ age * 2 }} is template code. It stays text here.',
      'Line 31: {% endif %} is template code. It stays text here.',
      'Line 31: ${file:data.json} is never filled in here.',
    ])
  })

  it('of version 1, with a mapping of inputs and a Mustache template, is imported too', () => {
    const file = `---
name: Basic Prompt
inputs:
  question:
    type: string
    default: Why?
  place: Rome
sample:
  question: What?
template:
  format: mustache
---
user:
{{question}} {{{place}}} {{#list}}x{{/list}}`
    const prompt = importFile('basic.prompty', file)
    expect(prompt.title).toBe('Basic Prompt')
    expect(fill(prompt.content)).toBe('user:\n{{question}} {{place}} {{#list}}x{{/list}}')
    expect(prompt.variables.map(({ name, default: defaultText }) => [name, defaultText])).toEqual([
      ['question', 'Why?'],
      ['place', 'Rome'],
    ])
    expect(prompt.notes[0]).toBe('Line 8: “sample” is left out.')
  })
})

it('a text instead of a mapping of inputs isn’t read as one input per character', () => {
  const notesOf = (name: string, lines: string) => importFile(name, `---\n${lines}\n---\nWrite a greeting.`).notes
  expect(notesOf('hello.prompty', 'inputs: ${file:inputs.json}')).toEqual([
    'Line 2: ${file:inputs.json} is never filled in here.',
  ])
  for (const lines of ['schema: Person', 'schema: {type: object, properties: Person}', 'default: Person'])
    expect(notesOf('hello.prompt', `input: {${lines}}`)).toEqual([])
})

describe('a Dotprompt file that Promptarium didn’t export', () => {
  // Picoschema is Dotprompt's short notation for a schema.
  it('is imported with its inputs as blanks, as its Picoschema describes them; helpers stay text', () => {
    const file = `---
model: googleai/gemini
input:
  default: {days: 3}
  schema:
    days: integer, How many days
    city?: string
    mood(enum, The mood): [calm, lively]
    car: boolean
    tags(array, Words): string
tools: [search]
---
{{role "system"}}
Plan {{days}} days in {{ city }}, {{mood}}. Car: {{car}}. {{tags}} \\{{literal}} {{#each tags}}{{this}}{{/each}}
`
    const prompt = importFile('trip.prompt', file)
    expect(prompt.title).toBe('trip')
    expect(prompt.variables).toEqual([
      { name: 'days', default: '3', kind: 'number', help: 'How many days', required: true },
      { name: 'city', default: null, kind: 'text' },
      { name: 'mood', default: null, kind: 'choice', help: 'The mood', options: ['calm', 'lively'], required: true },
      { name: 'car', default: null, kind: 'yes-no', required: true },
      { name: 'tags', default: null, kind: 'text', help: 'Words', required: true },
    ])
    expect(fill(prompt.content, { days: '2', city: 'Rome', mood: 'calm', car: 'no', tags: 'x', literal: 'no' })).toBe(
      '{{role "system"}}\nPlan 2 days in Rome, calm. Car: no. x {{literal}} {{#each tags}}{{this}}{{/each}}',
    )
    expect(prompt.notes).toEqual([
      'Line 2: “model” is left out.',
      'Line 11: “tools” is left out. A prompt here has no tools.',
      'Line 13: {{role "system"}} is template code. It stays text here.',
      'Line 14: {{#each tags}} is template code. It stays text here.',
      'Line 14: {{this}} is template code. It stays text here.',
      'Line 14: {{/each}} is template code. It stays text here.',
    ])
  })

  it('may describe its inputs in JSON Schema', () => {
    const file = `---
input:
  schema:
    type: object
    required: [count]
    properties:
      count: {type: number, minimum: 1, maximum: 5, title: Count}
      day: {type: string, format: date}
      parts: {type: array, items: {enum: [a, b]}}
---
{{count}} {{day}} {{parts}} of it`
    expect(importFile('x-ray.prompt', file).variables).toEqual([
      { name: 'count', default: null, kind: 'number', label: 'Count', required: true, min: 1, max: 5 },
      { name: 'day', default: null, kind: 'date' },
      { name: 'parts', default: null, kind: 'choices', options: ['a', 'b'] },
    ])
  })
})

describe('a text in the syntax of another program', () => {
  const recordOf = (prompt: string) => {
    const record = readRecord({ title: 'A title', prompt }, new Map())
    if ('refusal' in record) throw new Error(record.refusal)
    return record
  }

  it('from LibreChat gets blanks for choices and for long texts', () => {
    const record = recordOf(
      'Write in {{tone:formal|friendly}} tone about {{topic:multiline}}; {{table:| a |}} {{x:a|a}}.',
    )
    expect(record.content).toBe('Write in {{tone}} tone about {{topic}}; {{table:| a |}} {{x:a|a}}.')
    expect(record.variables).toEqual([
      { name: 'tone', default: null, kind: 'choice', options: ['formal', 'friendly'] },
      { name: 'topic', default: null, kind: 'long-text' },
    ])
  })

  it('from Raycast gets blanks with the defaults and options of its arguments', () => {
    const record = recordOf(
      'Say it {argument name="tone" default="kind" options="kind, firm"} to {argument name="who" | uppercase} {argument}.',
    )
    expect(record.content).toBe('Say it {{tone}} to {{who}} {argument}.')
    expect(record.variables).toEqual([
      { name: 'tone', default: 'kind', kind: 'choice', options: ['kind', 'firm'] },
      { name: 'who', default: null, kind: 'text' },
    ])
  })

  it('keeps its references to files and environment variables as text, with a note for each', () => {
    const record = recordOf('Use ${env:API_KEY}\nand ${file:a.txt} for ${topic:x}.')
    expect(record.content).toBe('Use ${env:API_KEY}\nand ${file:a.txt} for {{topic:x}}.')
    expect(record.notes).toEqual([
      'Line 1 of its text: ${env:API_KEY} is never filled in here.',
      'Line 2 of its text: ${file:a.txt} is never filled in here.',
    ])
  })
})

describe('the error for a file that can’t be read names the cause, and the line if its front matter is invalid', () => {
  it.each([
    ['an open bracket', '---\ntitle: x\nb: [1,\n---\nText.', /^Line 4: This isn’t valid YAML: /],
    ['a tag', '---\ntitle: !!js/function x\n---\nText.', /^Line 2: The tag !!js\/function/],
    ['depth', `---\na: ${'['.repeat(50)}\n---\nText.`, /^Line 2: It is nested more than 32 levels deep\.$/],
    ['aliases', `---\nb: 1\na: &a x\nc: [${'*a,'.repeat(30)}]\n---\nText.`, /^Line 4: It has more than 20 aliases/],
    [
      'size',
      `---\na: '${'x'.repeat(70_000)}'\n---\nText.`,
      /^Line 2: It has 70,006 characters\. The limit is 64,000\.$/,
    ],
    ['a NUL', 'A NUL \0 in it', /NUL/],
  ])('%s', (_what, text, problem) =>
    expect(readPromptFile(text, 'a.md')).toEqual({ problem: expect.stringMatching(problem) }),
  )
})

describe('properties of files from other programs', () => {
  const names = ['a.md', 'a.prompt.md', 'a.mdc', 'a.prompt', 'a.prompty', 'a/SKILL.md', 'commands/a.md', '']
  const piece = fc.constantFrom(
    '{{',
    '}}',
    '{',
    '}',
    '{{a}}',
    '{{ a }}',
    '{{a:b|c}}',
    '${a}',
    '${input:b:c}',
    '${env:X}',
    '{%',
    '%}',
    '{% raw %}',
    '{#',
    '#}',
    '\\',
    '`',
    '!`x`',
    '@a/b',
    '$1',
    '$ARGUMENTS',
    '"',
    '|',
    '\n',
    '---\n',
    'x',
    ' ',
    '{argument name="q"}',
    '&',
    '文',
    'name: ',
    '- ',
    'inputs:\n',
    'input: ',
    '\ud83d',
  )
  const anything = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

  it('any file is either imported with a valid list of blanks, or refused with a sentence', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), anything, anything, (name, header, body) => {
        const row = readPromptFile(`---\n${header}\n---\n${body}`, name)
        if ('problem' in row) {
          expect(row.problem).toMatch(/^Line \d+: .+/)
          return
        }
        const { content, variables } = row.fields
        expect(typeof content).toBe('string')
        const record = readRecord({ ...row.fields, title: 'A title', content: `${content} and more text` }, new Map())
        if ('refusal' in record)
          expect(record.refusal).toMatch(/half a character|a lone surrogate|invisible characters/)
        else expect(normalizeVariables(record.content, record.variables)).toEqual(record.variables)
        expect(variables === undefined || Array.isArray(variables)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  it('braces that aren’t inputs in the format of a file stay unchanged when its text is filled in', () => {
    const braces = fc.array(
      fc.constantFrom('{{', '}}', '{', '}', '{{a}}', '{{a:b}}', '\\{{a}}', '\\', 'x', ' ', '\n', ':'),
      { maxLength: 30, size: 'medium' },
    )
    fc.assert(
      fc.property(fc.constantFrom('a.prompt.md', 'a.mdc', 'commands/a.md'), braces, (name, pieces) => {
        const text = `Text ${pieces.join('')} end`
        const row = readPromptFile(text, name)
        expect('fields' in row && fill(String(row.fields.content), { a: 'VALUE' })).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })
})
