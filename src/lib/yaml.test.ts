import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { RefusedYaml, readYaml, yamlLimits } from './yaml.ts'

function refusalOf(text: string): [number, string] {
  try {
    readYaml(text)
  } catch (error) {
    if (error instanceof RefusedYaml) return [error.line, error.message]
    throw error
  }
  throw new Error('The YAML was read, not refused.')
}

const fiveAliasesOf = (name: string) => Array.from({ length: 5 }, () => `*${name}`).join(', ')

describe('YAML', () => {
  it('is read as plain data, with the lines of its keys', () => {
    // A number that JSON would write differently, such as 007 or 1.10, becomes a text.
    const { value, lines } = readYaml(
      '# a remark\na: one\n"b": [1, 007, 1.10, true, null]\nc: >\n  two\n  lines\nd: &x {e: 1}\nf: *x\n',
    )
    expect(value).toEqual({ a: 'one', b: [1, '007', '1.10', true, null], c: 'two lines\n', d: { e: 1 }, f: { e: 1 } })
    expect([...lines]).toEqual([
      ['a', 2],
      ['b', 3],
      ['c', 4],
      ['d', 7],
      ['f', 8],
    ])
  })

  it('can’t change a prototype', () => {
    const { value } = readYaml('__proto__: {title: x}\nconstructor: y\n')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect((value as { title?: string }).title).toBeUndefined()
  })

  it.each([
    ['a: 1\nb: !!js/function x', 2, 'The tag !!js/function isn’t supported. Remove it.'],
    ['a: !!binary eA==', 1, 'The tag !!binary isn’t supported. Remove it.'],
    ['a: 1\nb: [1,\nc: 2', 3, expect.stringContaining('This isn’t valid YAML: ')],
    ['a: 1\na: 2', 2, 'This isn’t valid YAML: map keys must be unique.'],
    ['a: 1\n? [b]\n: 2', 2, 'This isn’t valid YAML: with stringKeys, all keys must be strings.'],
    ['a: one: two', 1, expect.stringContaining('This isn’t valid YAML: nested mappings')],
    ['a: 1\n...\nb: 2', 3, expect.stringContaining('This isn’t valid YAML: ')],
    ['a: 1\nb: *x', 2, 'An alias (*name) is undefined, refers to itself, or expands to too much.'],
    ['a: "**x**"\nb: *z', 2, 'An alias (*name) is undefined, refers to itself, or expands to too much.'],
    ['a: &x 1\nb: *x\nc: *z', 3, 'An alias (*name) is undefined, refers to itself, or expands to too much.'],
    ['a: 1\nb: &x [*x]', 2, 'An alias (*name) is undefined, refers to itself, or expands to too much.'],
  ])('is refused with a line number and a reason: %j', (text, line, message) =>
    expect(refusalOf(text)).toEqual([line, message]),
  )

  it.each([
    [
      'aliases of aliases',
      `a: &a [x, x]\nb: &b [${fiveAliasesOf('a')}]\nc: &c [${fiveAliasesOf('b')}]\nd: [${fiveAliasesOf('c')}]`,
      'An alias',
    ],
    ['many aliases', `a: &a x\nb: [${'*a, '.repeat(9_000)}]`, `It has more than ${yamlLimits.aliases} aliases`],
    [
      'opening brackets after unmatched closing ones',
      ']'.repeat(1_000) + '['.repeat(1_000),
      'It is nested more than 32 levels deep.',
    ],
    ['brackets', '['.repeat(60_000), 'It is nested more than 32 levels deep.'],
    ['braces', '{a: '.repeat(15_000), 'It is nested more than 32 levels deep.'],
    ['dashes on one line', '- '.repeat(30_000), 'It is nested more than 32 levels deep.'],
    ['keys without values', '? '.repeat(30_000), 'It is nested more than 32 levels deep.'],
    [
      'indentation',
      Array.from({ length: 300 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'),
      'It is nested more than 32',
    ],
    ['keys', Array.from({ length: 6_000 }, (_, n) => `k${n}: 1`).join('\n'), 'It has more than 2,000 parts.'],
    ['empty lines', `a: >\n  b${'\n'.repeat(10_000)}c`, 'It has more than 2,000 parts.'],
    ['anchors', '&a '.repeat(20_000), 'It has more than 2,000 parts.'],
    ['length', `a: ${'x'.repeat(64_000)}`, 'It has 64,003 characters. The limit is 64,000.'],
  ])('is refused if it exceeds a limit: %s', (_what, text, message) => expect(refusalOf(text)[1]).toContain(message))

  it('property: is read back unchanged if the yaml package wrote it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 })), (value) => {
        const plain = JSON.parse(JSON.stringify(value))
        expect(readYaml(stringify(plain)).value).toEqual(plain)
      }),
    )
  })

  it('property: any text is read as data, or refused with the number of one of its lines', () => {
    const piece = fc.constantFrom(
      'a',
      ': ',
      '- ',
      '? ',
      '\n',
      ' ',
      '  ',
      '\t',
      '[',
      ']',
      '{',
      '}',
      ',',
      '"',
      "'",
      '|\n',
      '>',
      '&x ',
      '*x',
      '&x [*x]',
      '!t ',
      '#',
      '%',
      '---\n',
      '...\n',
      '<<: ',
      '1',
      '\r\n',
      '文',
      '\0',
      '\ud83d',
      '@',
      '`',
    )
    const text = fc.oneof(
      fc.array(piece).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(text, (text) => {
        try {
          const { value } = readYaml(text)
          expect(JSON.parse(JSON.stringify(value))).toEqual(value)
        } catch (error) {
          if (!(error instanceof RefusedYaml)) throw error
          expect(error.line).toBeGreaterThanOrEqual(1)
          expect(error.line).toBeLessThanOrEqual(text.split('\n').length)
        }
      }),
      { numRuns: 3_000 },
    )
  })
})
