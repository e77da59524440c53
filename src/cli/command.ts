import { type ParseArgsConfig, parseArgs } from 'node:util'
import { StartError } from '#server/start/start-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** The parsed arguments of a command: option values by name, and operands in order. */
export type CommandArguments = { values: Record<string, unknown>; operands: string[] }

export type Command = {
  /** One line for the list of commands. */
  summary: string
  /** The names of the command's operands, such as FILE. All of them are required. */
  operands: string[]
  options: Options
  /** What `--help` prints after the summary. */
  help: string
  /** Runs the command. Returns false if a part failed, such as a row of an import. Throws StartError or AppError. */
  run: (args: CommandArguments) => Promise<boolean>
}

/** Thrown for invalid arguments. The exit status is then 2. */
export class UsageError extends StartError {}

const help = { type: 'boolean', short: 'h' } as const

/** Parses the arguments of a command. Returns null if they ask for help. Throws UsageError if they are invalid. */
export function parseArguments(command: Command, args: string[]): CommandArguments | null {
  const { values, positionals } = parse(command, args)
  if (values.help) return null
  if (positionals.length < command.operands.length) {
    throw new UsageError(`${command.operands[positionals.length]} is missing.`)
  }
  if (positionals.length > command.operands.length) {
    throw new UsageError(`“${positionals[command.operands.length]}” is one argument too many.`)
  }
  return { values, operands: positionals }
}

/** Returns the page that `COMMAND --help` prints. */
export function helpPage(name: string, command: Command): string {
  const options = Object.keys(command.options).length > 0 ? ' [OPTIONS]' : ''
  const usage = `Usage: npm run cli -- ${[`${name}${options}`, ...command.operands].join(' ')}`
  return `${usage}\n\n${command.summary}\n${command.help}`
}

function parse(command: Command, args: string[]) {
  try {
    return parseArgs({ args: args, options: { ...command.options, help }, allowPositionals: true, strict: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // For an unknown option, Node adds advice on operands that begin with “-”.
    throw new UsageError(error.message.replace(/\. To specify.*/s, '.'), { cause: error })
  }
}

/** Reads the value of an option, which must be one of `allowed`. Throws UsageError if it isn't. */
export function readChoice<Value extends string>(
  args: CommandArguments,
  option: string,
  allowed: readonly Value[],
): Value {
  const value = args.values[option]
  const choice = allowed.find((candidate) => candidate === value)
  if (choice === undefined) throw new UsageError(`--${option} must be ${allowed.join(' or ')}, not “${value}”.`)
  return choice
}
