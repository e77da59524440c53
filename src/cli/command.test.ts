import { describe, expect, it } from 'vitest'
import { type Command, type CommandArguments, helpPage, parseArguments, readChoice } from './command.ts'

const paintCommand: Command = {
  summary: 'Paints a thing.',
  operands: ['THING', 'COLOR'],
  options: { coats: { type: 'string', default: 'one' } },
  help: '\nTwice is better.',
  run: async () => true,
}

describe('the arguments of a command', () => {
  it('can be operands in order, with options anywhere among them', () => {
    const args = parseArguments(paintCommand, ['door', '--coats', 'two', 'red'])
    expect(args).toMatchObject({ operands: ['door', 'red'], values: { coats: 'two' } })
  })

  it.each([[['--help']], [['door', '-h']], [['--coats', 'two', '--help']]])('%j request help', (words) => {
    expect(parseArguments(paintCommand, words)).toBe(null)
  })

  it.each([
    [[], 'THING is missing.'],
    [['door'], 'COLOR is missing.'],
    [['door', 'red', 'now'], '“now” is one argument too many.'],
    [['door', 'red', '--nonsense'], "Unknown option '--nonsense'."],
    [['door', 'red', '--coats'], "Option '--coats <value>' argument missing"],
  ])('%j are invalid', (words, message) => expect(() => parseArguments(paintCommand, words)).toThrow(message))

  it('can be limited to certain values', () => {
    const args: CommandArguments = { operands: [], values: { coats: 'three' } }
    expect(readChoice(args, 'coats', ['two', 'three'])).toBe('three')
    expect(() => readChoice(args, 'coats', ['one', 'two'])).toThrow('--coats must be one or two, not “three”.')
  })
})

it('helpPage shows how to call a command', () => {
  expect(helpPage('paint', paintCommand)).toBe(
    'Usage: npm run cli -- paint [OPTIONS] THING COLOR\n\nPaints a thing.\n\nTwice is better.',
  )
})
