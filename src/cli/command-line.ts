import { describeMistypedSettings } from '#server/settings/mistyped-settings.ts'
import { settingNames } from '#server/settings/settings.ts'
import { release } from '#server/start/release.ts'
import { type Command, helpPage, parseArguments, UsageError } from './command.ts'

/** The commands by name, each with a function that loads its file. Running a command loads only that command's file. */
const commands: Record<string, () => Promise<{ command: Command }>> = {
  migrate: () => import('./migrate.ts'),
  import: () => import('./import.ts'),
  export: () => import('./export.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  doctor: () => import('./doctor.ts'),
  demo: () => import('./demo.ts'),
  'user create': () => import('./user-create.ts'),
  'user promote': () => import('./user-promote.ts'),
  'user ban': () => import('./user-ban.ts'),
  'user reset-link': () => import('./user-reset-link.ts'),
  'user second-factor-off': () => import('./user-second-factor-off.ts'),
  'invitation create': () => import('./invitation-create.ts'),
  'invitation list': () => import('./invitation-list.ts'),
  'invitation revoke': () => import('./invitation-revoke.ts'),
  'token create': () => import('./token-create.ts'),
}

/**
 * Runs the command that the arguments name, with the settings of the environment. Returns the exit status: 0 for
 * success, 1 for failure, 2 for invalid arguments.
 */
export async function runCommandLine(args: string[]): Promise<number> {
  try {
    return await dispatch(args)
  } catch (error) {
    const { describeFailure } = await import('./failure.ts')
    console.error(describeFailure(error))
    return error instanceof UsageError ? 2 : 1
  }
}

async function dispatch(args: string[]): Promise<number> {
  // “help user ban” means the same as “user ban --help”.
  const [name, ...words] = splitName(args[0] === 'help' ? [...args.slice(1), '--help'] : args)
  if (name === undefined)
    throw new UsageError(`Choose a command: ${Object.keys(commands).join(', ')}. For details, add --help.`)
  if (isHelp(name)) {
    console.log(await listCommands(Object.keys(commands), 'COMMAND'))
    return 0
  }
  if (name === '--version') {
    console.log(release)
    return 0
  }
  const group = Object.keys(commands).filter((command) => command.startsWith(`${name} `))
  if (group.length > 0) return showGroup(name, group, words[0])
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load)
    throw new UsageError(`There is no command “${name}”. The commands are: ${Object.keys(commands).join(', ')}.`)
  const { command } = await load()
  const parsed = parseArguments(command, words)
  // doctor reports misspelled settings itself.
  if (parsed && name !== 'doctor')
    for (const line of describeMistypedSettings(process.env, settingNames)) console.error(line)
  if (parsed) return (await command.run(parsed)) ? 0 : 1
  console.log(helpPage(name, command))
  return 0
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}

/** Handles a first word that names a group of commands, such as “user”, if no valid second word follows. */
async function showGroup(name: string, group: string[], secondWord: string | undefined): Promise<number> {
  if (secondWord === undefined)
    throw new UsageError(`Choose one of these commands: ${group.join(', ')}. For details, add --help.`)
  if (!isHelp(secondWord))
    throw new UsageError(`There is no command “${name} ${secondWord}”. The commands are: ${group.join(', ')}.`)
  console.log(await listCommands(group, `${name} COMMAND`))
  return 0
}

/** Separates the name of a command, which has one or two words, from its arguments. */
function splitName([first, second, ...rest]: string[]): string[] {
  const twoWordName = `${first} ${second}`
  if (Object.hasOwn(commands, twoWordName)) return [twoWordName, ...rest]
  return [first, second, ...rest].filter((word) => word !== undefined)
}

async function listCommands(names: string[], usage: string): Promise<string> {
  const width = Math.max(...names.map((name) => name.length))
  const lines = names.map(async (name) => `  ${name.padEnd(width)}  ${(await commands[name]?.())?.command.summary}`)
  return `Usage: npm run cli -- ${usage}\n\n${(await Promise.all(lines)).join('\n')}\n\nFor details: COMMAND --help`
}
