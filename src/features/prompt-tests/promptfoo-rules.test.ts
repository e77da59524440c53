import { expect, it } from 'vitest'
import type { Papers } from '#features/catalogue/paper-rules.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { readYaml } from '#lib/yaml.ts'
import type { Check } from './check-rules.ts'
import { promptfooYaml } from './promptfoo-rules.ts'

/** Each prompt in a file for promptfoo, a tool that tests prompts, begins with this. It renders as nothing. */
const guard = "{{ '' -}}\n{{ '' }}"

const papers: Papers = {
  author: 'Ada',
  license: 'CC0-1.0',
  version: 2,
  sha256: 'ab',
  findings: [{ kind: 'link', what: 'docs.example', line: 1, count: 1 }],
}

type Config = {
  description: string
  prompts: { label: string; raw: string }[]
  tests: { vars: Record<string, string>; assert: { type: string; value?: string }[] }[]
}

/** Returns the promptfoo file for a prompt with one test case, and what the file says about this prompt and case. */
function configOf(content: string, values: Record<string, string> = {}, checks: Check[] = [{ kind: 'json' }]) {
  const cases = [{ reason: 'It works', values, checks }]
  const yaml = promptfooYaml({ title: 'A prompt', papers, segments: fillableSegments(content), cases })
  const { prompts, tests } = readYaml(yaml).value as Config
  return { yaml, raw: prompts[0]?.raw ?? '', vars: tests[0]?.vars ?? {}, assert: tests[0]?.assert ?? [] }
}

/**
 * Renders a template from the promptfoo file. Of Nunjucks, promptfoo's template language, it understands only what the
 * file uses: strings and variable names.
 */
function render(template: string, vars: Record<string, string> = {}): string {
  return template
    .replace(guard, '')
    .replace(/\{\{ (?:'(\\n|[^']*)'|(\w+)) \}\}/g, (_, quoted: string | undefined, name: string) =>
      quoted === undefined ? render(vars[name] ?? '') : quoted.replace('\\n', '\n'),
    )
}

// promptfoo 0.123 takes each of these for JSON, a file to read or a program to run.
const hostile = [
  'exec:/usr/bin/touch /tmp/x',
  'file:///etc/passwd',
  'package:evil:run',
  'langfuse://a:1:text',
  'Improve src/main.py',
  'List all *.md',
  '{"role": "user"}',
  '[1, 2]',
  'true',
]

it.each(hostile)('the prompt “%s” is plain text, not a file, program or JSON', (content) => {
  const { raw } = configOf(content)
  expect(raw.split('\n')[0]).toBe("{{ '' -}}")
  expect(render(raw)).toBe(content)
})

it.each(hostile)('the value or check text “%s” renders unchanged; a scheme at its start is escaped', (text) => {
  const { vars, assert } = configOf('Read {{it}}', { it: text }, [{ kind: 'contains', text }])
  for (const escaped of [vars.blank_1 ?? '', assert[0]?.value ?? '']) {
    expect(escaped).not.toMatch(/^\w+:/)
    expect(render(escaped)).toBe(text)
  }
})

it.each([
  'a {{{name}}} b',
  'JSON {"a": {{{name}}}} and {% if x %} {# c #} {{ 1 + 1 }}',
  '{{env.HOME}} {',
  'ends with a line break\n',
  '{{name}}\n\n{',
])('only the blanks of “%s” are read as template tags, and the rest of the text renders unchanged', (content) => {
  const { raw, vars } = configOf(content, { name: '{{ env.KEY }}{%' })
  const rest = raw.replace(guard, '').replace(/\{\{ (?:'[^']*'|blank_\d+) \}\}/g, '¤')
  expect(rest).not.toMatch(/\{[{%#¤]|#\}/)
  // According to its source code, promptfoo renders nothing at all if a template tag isn't closed on its line.
  expect(raw).not.toMatch(/\{%[^%]*$|\{\{[^}]*$|\{#[^#]*$/m)
  expect(render(raw, vars)).toBe(content.replace('{{name}}', '{{ env.KEY }}{%'))
})

it('a schema is written as a string, so that promptfoo resolves no references; patterns and scripts work once rendered', () => {
  const schema = '{"$ref": "#/$defs/a", "$defs": {"a": {"const": "{{x}}"}}}'
  const { assert } = configOf('Hi', {}, [
    { kind: 'json-schema', schema },
    { kind: 'matches', pattern: 'v\\{{2}x' },
    { kind: 'matches', pattern: '(?i)ONE' },
    { kind: 'equals', text: '{{ x }}' },
    { kind: 'number', min: -3, max: 1_234 },
  ])
  expect(render(String(assert[0]?.value))).toBe(schema)
  expect(assert.map(({ type }) => type)).toEqual(['is-json', 'regex', 'javascript', 'javascript', 'javascript'])
  expect(render(String(assert[1]?.value))).toBe('v\\{{2}x')
  const passes = (index: number, output: string) =>
    new Function('output', `return ${render(String(assert[index]?.value))}`)(output)
  expect([passes(2, 'one'), passes(2, 'two')]).toEqual([true, false])
  expect([passes(3, ' {{ x }}\n'), passes(3, 'x')]).toEqual([true, false])
  expect(['1,234', '−3 degrees', '12,34', 'none', '1,235'].map((text) => passes(4, text))).toEqual([
    ...[true, true, true],
    ...[false, false],
  ])
})

it('the file has empty lists where there are no items, and comments for checks without an equivalent', () => {
  const segments = fillableSegments('Hi')
  expect(readYaml(promptfooYaml({ title: 'A', papers, segments, cases: [] })).value).toMatchObject({ tests: [] })
  const { assert, yaml } = configOf('Hi', {}, [
    { kind: 'language', language: 'de' },
    { kind: 'matches', pattern: 'a(?i)b' },
  ])
  expect(assert).toEqual([])
  expect(yaml).toContain("# promptfoo can't check the language of an answer: de")
  expect(yaml).toContain('# JavaScript has no equivalent of the pattern "a(?i)b"')
})

it('begins with the papers of the prompt as comments', () => {
  expect(configOf('Sing.').yaml).toMatch(
    /^# By Ada, CC0-1.0, version 2, SHA-256 ab\n# It links to docs.example.\ndescription: /,
  )
})
