import { spawn } from 'node:child_process'

export type ProgramResult = { ok: boolean; output: string; errors: string }

/**
 * Runs a program until it ends, in a small fixed environment that lacks the caller's PGPORT, PGDATA and LC_ALL. A
 * program that can't be started counts as failed. `input`: what the program reads from its standard input.
 */
export function runProgram([program = '', ...args]: string[], input = ''): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: plainEnvironment(), stdio: 'pipe' })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.on('error', (error) => resolve({ ok: false, output, errors: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output, errors }))
    // The program may end before it has read its input. Its exit status then counts, not this write error.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

/** The environment in which PostgreSQL's programs run. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

/**
 * Returns the line of a program's output that explains a failure: the last line that is marked as an error, or else the
 * last line. Time, PID and level at the start of the line are removed.
 */
export function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const marked = lines.findLast((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line))
  return (marked ?? lines.at(-1) ?? '')
    .replace(/^\S+ \S+ \S+ \[\d+\] /, '')
    .replace(/^(FATAL|PANIC|ERROR|LOG):\s+/, '')
    .trim()
}
