import { type ParseArgsConfig, parseArgs } from 'node:util'
import { StartError } from '#server/start-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** What a person said behind a command: `values` by option, `operands` in order. */
export type Words = { values: Record<string, unknown>; operands: string[] }

export type Command = {
  /** One line for the list of commands. */
  summary: string
  /** The operands it takes, such as FILE. All are needed. */
  operands: string[]
  options: Options
  /** The lines of `--help` behind the usage line. */
  help: string
  /** Does the work. Answers whether all of it could be done; throws StartError or AppError when it failed. */
  run: (words: Words) => Promise<boolean>
}

/** The words are off: exit status 2. */
export class WordsError extends StartError {}

const help = { type: 'boolean', short: 'h' } as const

/** The words behind a command, or null when they ask for help. Throws WordsError. */
export function readWords(command: Command, words: string[]): Words | null {
  const { values, positionals } = parse(command, words)
  if (values.help) return null
  if (positionals.length < command.operands.length) {
    throw new WordsError(`${command.operands[positionals.length]} is missing.`)
  }
  if (positionals.length > command.operands.length) {
    throw new WordsError(`“${positionals[command.operands.length]}” is one word too many.`)
  }
  return { values, operands: positionals }
}

/** The page that `COMMAND --help` prints. */
export function helpPage(name: string, command: Command): string {
  const options = Object.keys(command.options).length > 0 ? ' [OPTIONS]' : ''
  const usage = `Usage: npm run cli -- ${[`${name}${options}`, ...command.operands].join(' ')}`
  return `${usage}\n\n${command.summary}\n${command.help}`
}

function parse(command: Command, words: string[]) {
  try {
    return parseArgs({ args: words, options: { ...command.options, help }, allowPositionals: true, strict: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new WordsError(error.message.replace(/\. To specify.*/s, '.'), { cause: error })
  }
}

/** The value of an option that takes one of `allowed`. Throws WordsError. */
export function oneOf<Value extends string>(words: Words, option: string, allowed: readonly Value[]): Value {
  const said = words.values[option]
  const found = allowed.find((value) => value === said)
  if (found === undefined) throw new WordsError(`--${option} is ${allowed.join(' or ')}, not “${said}”.`)
  return found
}
