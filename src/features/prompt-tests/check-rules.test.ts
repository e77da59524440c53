import { eld } from 'eld'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isStorable } from '#lib/well-formed.ts'
import {
  type Check,
  countWords,
  depthOf,
  describeCheck,
  findCheckError,
  firstNumber,
  languages,
  readJson,
  runCheck,
} from './check-rules.ts'
import { loadEngines } from './server/check-engines.ts'

const outcome = async (check: Check, answer: string) => runCheck(check, answer, await loadEngines([check]))
const error = async (check: Check) => findCheckError(check, await loadEngines([check]))
const schema = (value: object): Check => ({ kind: 'json-schema', schema: JSON.stringify(value) })

const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 200 }), fc.json())
const checks: fc.Arbitrary<Check> = fc.oneof(
  fc.record({ kind: fc.constantFrom('contains' as const, 'not-contains' as const, 'equals' as const), text: texts }),
  fc.record({ kind: fc.constant('matches' as const), pattern: fc.string({ maxLength: 200 }) }),
  fc.constant({ kind: 'json' as const }),
  fc.record({ kind: fc.constant('json-schema' as const), schema: fc.json() }),
  fc.record({ kind: fc.constantFrom('words-max' as const, 'words-min' as const), words: fc.nat() }),
  fc.record({ kind: fc.constant('language' as const), language: fc.constantFrom(...languages) }),
  fc.record({
    kind: fc.constant('number' as const),
    min: fc.option(fc.double({ noNaN: true })),
    max: fc.option(fc.double({ noNaN: true })),
  }),
)

describe('a check', () => {
  it('that is valid has the same outcome each time, on any answer, and a reason only if it fails', async () => {
    await fc.assert(
      fc.asyncProperty(checks, texts, async (check, answer) => {
        const engines = await loadEngines([check])
        expect(describeCheck(check)).not.toBe('')
        if (findCheckError(check, engines)) return
        const first = runCheck(check, answer, engines)
        expect(first.passed).toBe(first.why === null)
        expect(runCheck(check, answer, engines)).toEqual(first)
      }),
    )
  })

  it('finds a text anywhere in the answer, and its negation has the opposite outcome', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (before, text, after) => {
        const answer = before + text + after
        expect(runCheck({ kind: 'contains', text }, answer, noEngines).passed).toBe(true)
        expect(runCheck({ kind: 'not-contains', text }, answer, noEngines).passed).toBe(false)
      }),
    )
  })

  it('of the number of words is exact', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^\S{1,9}$/)), (words) => {
        const answer = ` ${words.join('\n ')} `
        expect(countWords(answer)).toBe(words.length)
        expect(runCheck({ kind: 'words-max', words: words.length }, answer, noEngines).passed).toBe(true)
        expect(runCheck({ kind: 'words-min', words: words.length + 1 }, answer, noEngines).passed).toBe(false)
      }),
    )
  })

  it.each([
    ['Costs $1,234.50 or 7.', 1234.5],
    ['−3 degrees', -3],
    ['12,34', 12],
    ['none', null],
  ])('reads the first number of “%s”', (text, number) => {
    expect(firstNumber(text)).toBe(number)
  })

  it('of the language supports the same languages as its detector, eld', async () => {
    if ('load' in eld) await eld.load('small')
    expect(languages.toSorted()).toEqual(Object.values(eld.info().Languages).sort())
    const german = 'Der schnelle braune Fuchs springt über den faulen Hund.'
    expect(await outcome({ kind: 'language', language: 'de' }, german)).toEqual({ passed: true, why: null })
    expect((await outcome({ kind: 'language', language: 'en' }, german)).why).toBe('The answer seems to be in German.')
  })
})

describe('checks', () => {
  it.each(['(?=a)b', '(a)\\1', '((a{100}){100}){100}', '(.*a){200}b', 'a{1000}'])(
    'refuse the pattern %s',
    async (pattern) => {
      expect(await error({ kind: 'matches', pattern })).toEqual(expect.any(String))
    },
  )

  it('finish, even with patterns for which backtracking engines take exponential time', async () => {
    expect((await outcome({ kind: 'matches', pattern: '^(a+)+$' }, `${'a'.repeat(64_000)}!`)).passed).toBe(false)
    const withPattern = schema({ type: 'string', pattern: '^(a|aa)+$' })
    expect((await outcome(withPattern, JSON.stringify(`${'a'.repeat(30_000)}!`))).passed).toBe(false)
  })

  it.each([
    [{ $ref: 'https://example.org/schema' }, /own parts/],
    [{ $ref: '#' }, /itself/],
    [{ $defs: { a: { items: { $ref: '#/$defs/a' } } }, $ref: '#/$defs/a' }, /itself/],
    [{ $ref: '#/nowhere' }, /isn’t in/],
    [{ $id: 'x' }, /not supported/],
    [{ type: 'nothing' }, /isn’t a valid JSON Schema/],
    [doublingSchema(12), /too large/],
  ])('refuse the schema %j', async (bad, message) => {
    expect(await error(schema(bad))).toMatch(message)
  })

  it.each([
    ['(a', 'This pattern can’t be read: missing closing ): `(a`. Backreferences and lookaround are not supported.'],
    ['a{1000}', 'This pattern repeats too much. Use smaller counts in braces.'],
  ])('refuse a schema with the pattern %s for the same reason as the pattern itself', async (pattern, reason) => {
    expect(await error({ kind: 'matches', pattern })).toBe(reason)
    expect(await error(schema({ pattern }))).toBe(reason)
    expect(await error(schema({ patternProperties: { [pattern]: {} } }))).toBe(reason)
  })

  it('refuse a schema that takes too long, although each part is fast', async () => {
    const errorOfAllOf = (part: (i: number) => object) =>
      error(schema({ allOf: Array.from({ length: 25 }, (_, i) => part(i)) }))
    // Without the limit, these patterns take 3 seconds for an answer of 62,000 characters.
    expect(await errorOfAllOf((i) => ({ pattern: `(.*?a.*?){2${i % 4}}[0-9]|${i}` }))).toMatch(/patterns together/)
    expect(await errorOfAllOf(() => ({ uniqueItems: true }))).toMatch(/uniqueItems too often/)
    expect(await errorOfAllOf((i) => ({ pattern: `^${i}` }))).toBeNull()
    // Each value of an enum counts toward the schema's size, once for each reference to the enum. Without the limit,
    // checking 32,000 items with 200,000 such values takes two minutes.
    const values = { enum: Array.from({ length: 1_000 }, (_, value) => value) }
    expect(await error(schema(values))).toMatch(/too large/)
    const definitions = { $defs: { E: { enum: values.enum.slice(0, 100) } } }
    const refs = (count: number) => ({ ...definitions, items: { anyOf: Array(count).fill({ $ref: '#/$defs/E' }) } })
    expect([await error(schema(refs(3))), await error(schema(refs(5)))]).toEqual([
      null,
      expect.stringMatching(/too large/),
    ])
  })

  it.each(['dependencies', 'dependentRequired'])(
    'treat the keys of %s as names, so that a schema under a name such as “default” or “const” is checked too',
    async (keyword) => {
      const twice = { allOf: [{ $ref: '#a' }, { $ref: '#a' }] }
      // Schema “a” is evaluated twice at each level of an answer, which takes exponential time.
      const doubled = { [keyword]: { default: { $anchor: 'a', properties: { default: twice } } } }
      expect(await error(schema(doubled))).toMatch(/“\$anchor” is not supported/)
      // Without the limit, compiling this takes two seconds and overflows the stack.
      const names = Array.from({ length: 2_000 }, (_, i) => `${i}`)
      expect(await error(schema({ [keyword]: { const: names } }))).toMatch(/too large/)
      expect(await outcome(schema({ [keyword]: { $id: ['a'] } }), '{"$id":1}')).toMatchObject({ passed: false })
    },
  )

  it('refuse an answer with too many values for the size of the schema', async () => {
    const big = schema({ items: { anyOf: [...Array(230).fill({ type: 'string' }), {}] } })
    expect(await outcome(big, `[${Array(4_000).fill(1)}]`)).toEqual({ passed: true, why: null })
    // Without the limit, this takes half a second for every answer.
    expect((await outcome(big, `[${Array(32_000).fill(1)}]`)).why).toMatch(/too many values/)
    expect(await outcome(schema({ items: { type: 'integer' } }), `[${Array(32_000).fill(1)}]`)).toMatchObject({
      passed: true,
    })
  })

  it.each(['null', '5', '"x"'])('refuse %s as a schema, and say that a schema is an object', async (text) => {
    expect(await error({ kind: 'json-schema', schema: text })).toMatch(/is an object/)
  })

  it('distinguish an object from an array of its entries', async () => {
    const unique = schema({ uniqueItems: true })
    expect(await outcome(unique, '[{"a":1},[["a",1]]]')).toMatchObject({ passed: true })
    expect(await outcome(unique, '[{"a":1},{"a":1}]')).toMatchObject({ passed: false })
  })

  it.each([
    [{ required: ['\0'] }, '{}'],
    [{ required: ['\ud800'] }, '{}'],
    [{ additionalProperties: { type: 'string' } }, '{"\\u0000\\ud800":1}'],
    [{ additionalProperties: { type: 'string' } }, `{"${'a'.repeat(199)}😀":1}`],
    [{ required: ['a'.repeat(9_000)] }, '{}'],
  ])(
    'give a reason that can be stored, even if names in the schema %j or the answer can’t',
    async (hostile, answer) => {
      const { passed, why } = await outcome(schema(hostile), answer)
      expect(passed).toBe(false)
      // Otherwise the answer would be lost and refunded, although its vendor is paid.
      expect(isStorable(String(why))).toBe(true)
      expect(why?.length).toBeLessThan(500)
    },
  )

  it('follow references whose names are percent-encoded', async () => {
    const encoded = schema({ $defs: { 'a b': { type: 'string' } }, items: { $ref: '#/$defs/a%20b' } })
    expect(await outcome(encoded, '["x"]')).toMatchObject({ passed: true })
    expect(await error(schema({ $ref: '#/%zz' }))).toMatch(/isn’t in/)
  })

  it('run synchronously, even if a schema asks for asynchronous validation', async () => {
    const asyncSchema = schema({ $async: true, type: 'string', $schema: 'http://json-schema.org/draft-07/schema#' })
    expect(await outcome(asyncSchema, '1')).toEqual({ passed: false, why: 'It must be string.' })
    const inner = schema({ properties: { $async: { type: 'string' }, a: { $async: true, type: 'string' } } })
    expect((await outcome(inner, '{"a":1}')).why).toBe('/a must be string.')
    expect((await outcome(inner, '{"$async":1}')).why).toBe('/$async must be string.')
  })

  it('support schemas that refer to their own parts', async () => {
    const list = schema({
      type: 'array',
      items: { $ref: '#/$defs/item' },
      uniqueItems: true,
      $defs: { item: { type: 'object', required: ['id'] } },
    })
    expect(await outcome(list, '[{"id":1},{"id":2}]')).toEqual({ passed: true, why: null })
    expect((await outcome(list, '[{"id":1},{}]')).why).toMatch(/^\/1 must have required property/)
    expect((await outcome(list, '[{"id":1,"x":2},{"x":2,"id":1}]')).why).toMatch(/duplicate/)
    const patterns = schema({ properties: { a: { pattern: '^x' }, b: { pattern: '^y' } } })
    expect((await outcome(patterns, '{"a":"x","b":"x"}')).why).toMatch(/^\/b must match/)
    expect((await outcome(list, 'Here it is: []')).why).toBe('The answer isn’t JSON.')
  })

  it('refuse JSON that is nested too deeply, before recursive code reads it', () => {
    const deep = '['.repeat(1_000_000)
    expect(depthOf(deep)).toBe(1_000_000)
    expect(readJson(deep).error).toMatch(/nested/)
    expect(depthOf('"[[[\\"["')).toBe(0)
  })

  it('refuse a schema that is nested too deeply, even in keywords that are ignored', async () => {
    const nested = (levels: number): Check => ({
      kind: 'json-schema',
      schema: `${'{"default":'.repeat(levels)}1${'}'.repeat(levels)}`,
    })
    expect(await error(nested(100))).toBeNull()
    expect(await error(nested(101))).toMatch(/nested too deeply/)
  })
})

/** Returns a schema whose references double its size at each level. */
function doublingSchema(levels: number): object {
  const ref = (level: number) => ({ $ref: `#/$defs/l${level}` })
  const $defs = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [`l${level}`, { allOf: [ref(level + 1), ref(level + 1)] }]),
  )
  return { ...ref(0), $defs: { ...$defs, [`l${levels}`]: {} } }
}

const noEngines: Parameters<typeof runCheck>[2] = {
  patternError: () => null,
  finds: () => false,
  schemaError: () => null,
  schemaMismatch: () => null,
  languageOf: () => 'en',
}
