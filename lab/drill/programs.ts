import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** The ids of the user `nobody`. Servers that refuse to run as root run as this user. */
export const nobody = { uid: 65_534, gid: 65_534 }

/** The command that runs a program as the user `nobody`. */
export const asNobody = ['setpriv', `--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups', '--']

/** Starts a program, and writes its output to the file `log`. The program ends with the namespaces of the drill. */
export function startProgram(command: string[], log: string): void {
  const output = openSync(log, 'a')
  const [program = '', ...args] = command
  spawn(program, args, { stdio: ['ignore', output, output] })
}

/**
 * Calls `find` until its result isn't false. If `find` rejects, that counts as false. After `maxMs`, throws an Error
 * that names `what`.
 */
export async function waitFor<Found>(
  what: string,
  find: () => Promise<Found | false>,
  maxMs = 120_000,
): Promise<Found> {
  for (const deadline = Date.now() + maxMs; ; await wait(200)) {
    const found = await find().catch(() => false as const)
    if (found !== false) return found
    if (Date.now() > deadline) throw new Error(`${what} took longer than ${maxMs / 1000} s.`)
  }
}
