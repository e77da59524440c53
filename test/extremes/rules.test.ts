import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findRuleFunctions, type RuleFunction } from './rule-functions.ts'
import { slowCalls } from './slow-calls.ts'

/** What a function gets for its other parameters, by their type. */
const argumentsByType: Record<string, () => unknown> = {
  string: () => 'a',
  number: () => 10,
  RegExp: () => /a/g,
  'Uint8Array<ArrayBuffer>': () => new Uint8Array(),
  'Record<string, string>': () => ({}),
  'ReadonlyMap<string, string>': () => new Map(),
  Values: () => ({}),
  ChosenFilters: () => ({}),
  InputSchema: () => ({ type: 'object', properties: {} }),
  GeneratorInput: () => ({ idea: 'a' }),
  TaskKind: () => 'write',
  PromptPart: () => 'role',
  'DocumentKind | null': () => null,
  'ModelVendor | null': () => null,
  "Pick<SplitFile, 'frontMatter' | 'body'>": () => ({ frontMatter: null, body: '' }),
  '{ min: number; max: number }': () => ({ min: 1, max: 10 }),
  '(match: RegExpExecArray) => Piece | null': () => () => null,
  '(variable: { name: string; default: string }) => string | null': () => () => 'a',
}

function argumentOf({ name, type }: RuleFunction['parameters'][number]): unknown {
  if (/\[\]$/.test(type)) return []
  const make = argumentsByType[type.replace(/\s+/g, ' ')]
  if (!make) throw new Error(`Add what to pass for “${name}: ${type}” to argumentsByType.`)
  return make()
}

const functions = findRuleFunctions()

describe('functions of rules', () => {
  it('are found', () => {
    expect(functions.length).toBeGreaterThan(150)
  })

  it.each(functions.map((one) => [`${one.path} ${one.name}`, one] as const))(
    'take linear time for extreme texts: %s',
    async (_, { path, name, parameters }) => {
      const module = (await import(join(import.meta.dirname, '../..', path))) as Record<string, unknown>
      const called = module[name] as (...values: unknown[]) => unknown
      const slow = await slowCalls((text) => called(text, ...parameters.map(argumentOf)))
      expect(slow.join('\n')).toBe('')
    },
  )
})
