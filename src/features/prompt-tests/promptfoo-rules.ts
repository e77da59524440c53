import { blanksOf, type Segment } from '#features/variables/variable-rules.ts'
import type { Check } from './check-rules.ts'
import { testLimits } from './rules.ts'

type TestedPrompt = {
  title: string
  segments: Segment[]
  cases: { reason: string; values: Record<string, string>; checks: Check[] }[]
}

/**
 * A configuration of promptfoo (https://www.promptfoo.dev/docs/configuration/guide) as YAML 1.2: the text with its blanks
 * as variables, and a test for each case. Values are JSON, which YAML includes. Checks that promptfoo has no assertion for
 * are comments.
 */
export function promptfooYaml({ title, segments, cases }: TestedPrompt): string {
  const blanks = blanksOf(segments)
  const names = new Map(blanks.map(({ name }, i) => [name, `blank_${i + 1}`]))
  const text = segments
    .map((segment) => (segment.kind === 'text' ? literal(segment.text) : `{{ ${names.get(segment.name)} }}`))
    .join('')
  return [
    `description: ${json(title)}`,
    '# Add the models that you want to test: https://www.promptfoo.dev/docs/providers',
    'providers: []',
    'prompts:',
    `  - ${json(text)}`,
    'evaluateOptions:',
    `  repeat: ${testLimits.rounds}`,
    'tests:',
    ...cases.flatMap(({ reason, values, checks }) => [
      `  - description: ${json(reason)}`,
      '    vars:',
      ...blanks.map(({ name, default: standard }) => {
        const value = (Object.hasOwn(values, name) && values[name]) || standard || `{{${name}}}`
        return `      ${names.get(name)}: ${json(literal(value))} # ${name}`
      }),
      ...(blanks.length === 0 ? ['      {}'] : []),
      '    assert:',
      ...checks.flatMap(assertionLines),
    ]),
    '',
  ].join('\n')
}

/** A text in which Nunjucks, promptfoo's template language, finds nothing. */
function literal(text: string): string {
  return text.replace(/\{[{%#]/g, (opening) => `{{ '${opening}' }}`)
}

/** JSON without characters that YAML would not read in it. */
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

/** Type and value of an assertion; without a type, a comment. */
function assertionOf(check: Check): [type: string | null, value?: string] {
  switch (check.kind) {
    case 'contains':
    case 'not-contains':
      return [check.kind, json(literal(check.text))]
    case 'equals':
      return ['javascript', json(`output.trim() === ${JSON.stringify(check.text.trim())}`)]
    case 'matches':
      return ['regex', json(check.pattern)]
    case 'json':
      return ['is-json']
    case 'json-schema':
      return ['is-json', JSON.stringify(JSON.parse(check.schema))]
    case 'words-max':
      return ['javascript', json(`output.split(/\\s+/).filter(Boolean).length <= ${check.words}`)]
    case 'words-min':
      return ['javascript', json(`output.split(/\\s+/).filter(Boolean).length >= ${check.words}`)]
    case 'language':
      return [null, `promptfoo doesn't tell languages apart: ${check.language}`]
    case 'number':
      return ['javascript', json(numberCondition(check))]
  }
}

function numberCondition({ min, max }: { min: number | null; max: number | null }): string {
  const number = "Number(/-?\\d[\\d,]*(\\.\\d+)?/.exec(output)?.[0].replaceAll(',', ''))"
  return [...(min === null ? [] : [`${number} >= ${min}`]), ...(max === null ? [] : [`${number} <= ${max}`])].join(
    ' && ',
  )
}
