import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'

export type Started = { child: ChildProcess; address: string; readyAfterMs: number }

/** As `npm start` has it. */
const flags = ['--max-semi-space-size=16']

/** Starts a program that prints "... ready at ADDRESS" and waits for that line. */
export async function startProgram(file: string, environment: Record<string, string> = {}): Promise<Started> {
  const start = performance.now()
  const child = spawn(process.execPath, [...flags, file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const address = line.match(/ready at (\S+)/)?.[1]
    if (address) return { child, address, readyAfterMs: performance.now() - start }
  }
  throw new Error(`${file} ended before it was ready.`)
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Stops a started program like an operator, and waits for its end. */
export async function stopProgram({ child }: Started): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

const ticksPerSecond = 100

/** The CPU time of a process so far, in ms (user and system; Linux). */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

/** The CPU time of a process, and of all its descendants that live, in ms. */
export function cpuOfTree(pid: number): { own: number; below: number } {
  const below = descendantsOf(pid).filter((id) => id !== pid)
  return { own: cpuOf(pid), below: below.reduce((sum, id) => sum + cpuOf(id), 0) }
}

/** The memory of a process and its descendants, with shared pages counted once (PSS), in MB. */
export function memoryOf(pid: number): number {
  const kilobytes = descendantsOf(pid).map((id) => {
    const line = tryRead(`/proc/${id}/smaps_rollup`)?.match(/^Pss:\s+(\d+)/m)
    return Number(line?.[1] ?? 0)
  })
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024
}

/** A process and its descendants. */
function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = tryRead(`/proc/${name}/stat`)
    if (stat) parents.set(Number(name), Number(stat.split(') ')[1]?.split(' ')[1]))
  }
  const isBelow = (id: number): boolean => id === pid || (parents.has(id) && isBelow(parents.get(id) as number))
  return [...parents.keys()].filter(isBelow)
}

function tryRead(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
