import { setTimeout as wait } from 'node:timers/promises'
import { cpuOfTree, memoryOf, startProgram, stopProgram } from '#test/processes.ts'
import { atMost, percentiles, type Row } from './report.ts'

const laterStarts = 3
/** A server counts as idle once it has taken at most 5 % of a core for this long, in ms: its timers take 0.5 to 1.5 %. */
const idleMs = 5_000
/**
 * How long a server has been idle when its memory is measured, in ms. After about 100 seconds, V8 returns memory that
 * the start needed, and the connections to the database that only the start needed have long been closed.
 */
const restMs = 120_000

/** Waits until a server is idle, because after its first start it computes the embeddings of the starter catalogue. */
async function waitUntilIdle(pid: number): Promise<void> {
  const readCpu = () => {
    const { own, descendants } = cpuOfTree(pid)
    return own + descendants
  }
  for (let before = Number.NEGATIVE_INFINITY, now = readCpu(); now - before > idleMs / 20; now = readCpu()) {
    before = now
    await wait(idleMs)
  }
}

/**
 * Measures the first start with the starter catalogue, later starts with the same data folder, and the memory of a
 * server that has been idle for two minutes.
 */
export async function benchStart(environment: Record<string, string>): Promise<Row[]> {
  const withStarter = { ...environment, STARTER: 'on' }
  const first = await startProgram('src/server/main.ts', withStarter)
  await waitUntilIdle(first.child.pid as number)
  await stopProgram(first)
  const later: number[] = []
  let memory = 0
  for (let time = 0; time < laterStarts; time++) {
    const server = await startProgram('src/server/main.ts', withStarter)
    later.push(server.readyAfterMs)
    if (time === laterStarts - 1) {
      await waitUntilIdle(server.child.pid as number)
      await wait(restMs)
      memory = memoryOf(server.child.pid as number)
    }
    await stopProgram(server)
  }
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  return [
    [
      'first start, until the address is printed',
      seconds(first.readyAfterMs),
      atMost(8, first.readyAfterMs / 1000, 's'),
    ],
    [
      'later start, until the address is printed',
      later.map(seconds).join(', '),
      atMost(1.5, percentiles(later).p50 / 1000, 's', 'the median'),
    ],
    ['memory after two idle minutes, including the database', `${Math.round(memory)} MB`, atMost(200, memory, 'MB')],
  ]
}
