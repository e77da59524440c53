import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export type StartedProgram = { child: ChildProcess; address: string; readyAfterMs: number }

/** The flags with which `npm start` starts Node. */
const flags = ['--max-semi-space-size=16']

/**
 * Starts a program, and waits until it prints “... ready at ADDRESS”. `errors`: a file descriptor for its stderr, or
 * 'inherit' for the stderr of this process.
 */
export async function startProgram(
  file: string,
  environment: Record<string, string> = {},
  errors: number | 'inherit' = 'inherit',
): Promise<StartedProgram> {
  const start = performance.now()
  const child = spawn(process.execPath, [...flags, file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', errors],
  })
  for await (const line of createInterface({ input: child.stdout as Readable })) {
    const address = line.match(/ready at (\S+)/)?.[1]
    if (address) return { child, address, readyAfterMs: performance.now() - start }
  }
  throw new Error(`${file} ended before it was ready.`)
}

/** Finds a port that is free at the moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Stops a program with SIGTERM, as an operator does, and waits until it has ended. */
export async function stopProgram({ child }: StartedProgram): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

const ticksPerSecond = 100

/**
 * How much CPU time a process has taken so far, in ms (user and system), and, `withChildren`, its children that ended. 0
 * if it has ended itself. Works only on Linux.
 */
export function cpuOf(pid: number, withChildren = false): number {
  const fields = tryRead(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ')
  if (!fields) return 0
  const ticks = fields.slice(11, withChildren ? 15 : 13).reduce((sum, field) => sum + Number(field), 0)
  return (ticks * 1000) / ticksPerSecond
}

/** How much CPU time a process has taken so far, and how much all its descendants have, also those that ended, in ms. */
export function cpuOfTree(pid: number): { own: number; descendants: number } {
  const descendants = descendantsOf(pid).filter((id) => id !== pid)
  return { own: cpuOf(pid), descendants: descendants.reduce((sum, id) => sum + cpuOf(id, true), 0) }
}

/** The memory of a process and its descendants in MB (proportional set size). Shared pages count only once. */
export function memoryOf(pid: number): number {
  return descendantsOf(pid).reduce((sum, id) => sum + memoryOfOne(id), 0)
}

/** The memory of a single process in MB, with its share of shared pages. 0 if the process has ended. */
export function memoryOfOne(pid: number): number {
  const line = tryRead(`/proc/${pid}/smaps_rollup`)?.match(/^Pss:\s+(\d+)/m)
  return Number(line?.[1] ?? 0) / 1024
}

/** Returns the ids of a process and of all its descendants. */
export function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = tryRead(`/proc/${name}/stat`)
    if (stat) parents.set(Number(name), Number(stat.split(') ')[1]?.split(' ')[1]))
  }
  const isInTree = (id: number): boolean => id === pid || (parents.has(id) && isInTree(parents.get(id) as number))
  return [...parents.keys()].filter(isInTree)
}

function tryRead(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
