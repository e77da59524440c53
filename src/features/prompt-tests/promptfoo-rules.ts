import { type Papers, sentenceOf } from '#features/catalogue/paper-rules.ts'
import { blanksOf, type Segment } from '#features/variables/variable-rules.ts'
import { oneLine } from '#lib/short-text.ts'
import { type Check, numberPattern } from './check-rules.ts'
import { toJavaScriptPattern } from './javascript-pattern-rules.ts'
import { testLimits } from './rules.ts'

type PromptToExport = {
  title: string
  papers: Papers
  segments: Segment[]
  cases: { reason: string; values: Record<string, string>; checks: Check[] }[]
}

/**
 * Each prompt in the file begins with this, which renders as nothing. The line break keeps promptfoo from taking a
 * one-line prompt for JSON, or for the name of a file to read or run. There are two template tags, because promptfoo
 * requires each tag to be on one line.
 */
const guard = "{{ '' -}}\n{{ '' }}"

/**
 * Returns a configuration (YAML 1.2) for promptfoo, a tool that tests prompts (https://www.promptfoo.dev): the prompt's
 * text with its blanks as variables, and a test for each case. The papers and checks without an equivalent
 * become comments. Strings
 * are written as JSON, which is valid YAML, and escaped so that promptfoo takes none for a template, file or program.
 */
export function promptfooYaml({ title, papers, segments, cases }: PromptToExport): string {
  const blanks = blanksOf(segments)
  // In the file, the blanks are called blank_1, blank_2 and so on.
  const variableNames = new Map(blanks.map(({ name }, i) => [name, `blank_${i + 1}`]))
  const text = segments
    .map((segment) => (segment.kind === 'text' ? literal(segment.text) : `{{ ${variableNames.get(segment.name)} }}`))
    .join('')
  const { author, license, version, sha256, findings } = papers
  return [
    `# By ${oneLine(author)}, ${license}, version ${version}, SHA-256 ${sha256}`,
    ...findings.map((finding) => `# ${oneLine(sentenceOf(finding))}`),
    `description: ${json(literal(title))}`,
    '# Replace echo, which returns the prompt: https://www.promptfoo.dev/docs/providers',
    'providers:',
    '  - echo',
    'prompts:',
    `  - label: ${json(literal(title))}`,
    `    raw: ${json(`${guard}${text}`)}`,
    'evaluateOptions:',
    `  repeat: ${testLimits.rounds}`,
    ...(cases.length === 0 ? ['tests: []'] : ['tests:']),
    ...cases.flatMap(({ reason, values, checks }) => {
      const assertions = checks.flatMap(assertionLines)
      return [
        `  - description: ${json(literal(reason))}`,
        '    vars:',
        ...blanks.map(({ name, default: defaultText }) => {
          const value = (Object.hasOwn(values, name) && values[name]) || defaultText || `{{${name}}}`
          return `      ${variableNames.get(name)}: ${json(literal(value))} # ${name}`
        }),
        ...(blanks.length === 0 ? ['      {}'] : []),
        '    assert:',
        ...assertions,
        ...(assertions.every((line) => line.trimStart().startsWith('#')) ? ['      []'] : []),
      ]
    }),
    '',
  ].join('\n')
}

/**
 * Escapes a text for Nunjucks, promptfoo's template language. Keeps a final line break, and keeps promptfoo from
 * reading or running a text that starts with a scheme such as `file:` or `exec:`.
 */
function literal(text: string): string {
  return text
    .replace(/\{(?=[{%#]|$)|#(?=\})/g, (opening) => `{{ '${opening}' }}`)
    .replace(/\n$/, "{{ '\\n' }}")
    .replace(/^(?=\w+:)/, "{{ '' }}")
}

/** Returns JSON in which characters that YAML doesn't allow are escaped. */
function json(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function assertionLines(check: Check): string[] {
  const [type, value] = assertionOf(check)
  if (type === null) return [`      # ${value}`]
  return [`      - type: ${type}`, ...(value === undefined ? [] : [`        value: ${value}`])]
}

/** Returns the type and value of promptfoo's assertion for a check. If the type is null, the value is a comment. */
function assertionOf(check: Check): [type: string | null, value?: string] {
  switch (check.kind) {
    case 'contains':
    case 'not-contains':
      return [check.kind, json(literal(check.text))]
    case 'equals':
      return scriptAssertion(`output.trim() === ${JSON.stringify(check.text.trim())}`)
    case 'matches':
      return patternAssertion(check.pattern)
    case 'json':
      return ['is-json']
    case 'json-schema':
      // The schema is written as a string, because promptfoo would resolve references in an object.
      return ['is-json', json(literal(check.schema))]
    case 'words-max':
      return scriptAssertion(`output.split(/\\s+/).filter(Boolean).length <= ${check.words}`)
    case 'words-min':
      return scriptAssertion(`output.split(/\\s+/).filter(Boolean).length >= ${check.words}`)
    case 'language':
      return [null, `promptfoo can't check the language of an answer: ${check.language}`]
    case 'number':
      return scriptAssertion(numberCondition(check))
  }
}

function scriptAssertion(code: string): [type: string, value: string] {
  return ['javascript', json(literal(code))]
}

function patternAssertion(pattern: string): [type: string | null, value: string] {
  const converted = toJavaScriptPattern(pattern)
  if (!converted) return [null, `JavaScript has no equivalent of the pattern ${json(pattern)}`]
  const { source, flags } = converted
  if (flags === '') return ['regex', json(literal(source))]
  return scriptAssertion(`new RegExp(${JSON.stringify(source)}, '${flags}').test(output)`)
}

function numberCondition({ min, max }: { min: number | null; max: number | null }): string {
  // If the output has no number, this is NaN, so both comparisons are false.
  const number = `Number((/${numberPattern.source}/.exec(output)?.[0] ?? 'none').replace('−', '-').replaceAll(',', ''))`
  return [...(min === null ? [] : [`${number} >= ${min}`]), ...(max === null ? [] : [`${number} <= ${max}`])].join(
    ' && ',
  )
}
