import { spawn } from 'node:child_process'

export type ProgramResult = { ok: boolean; output: string; errors: string }

/**
 * Runs a program to completion with a small, fixed environment, without the caller's PGPORT, PGDATA or LC_ALL. A program that
 * can't be started counts as failed. `input` goes to its standard input.
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
    // Ignores the write error if the program ends before it reads its input: its exit status counts.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

/** The part of our environment that PostgreSQL's programs get. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

/** The line of a program's output that explains a failure: the last one marked as an error, otherwise the last one. */
export function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const marked = lines.findLast((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line))
  return (marked ?? lines.at(-1) ?? '')
    .replace(/^\S+ \S+ \S+ \[\d+\] /, '')
    .replace(/^(FATAL|PANIC|ERROR|LOG):\s+/, '')
    .trim()
}
