import type { StartedProgram } from '#test/processes.ts'
import { randomFrom } from '#test/random.ts'
import { p99, timeReads } from './other-readers.ts'
import { atMost, type Row } from './report.ts'

const clients = 20
const reads = 2_000

/**
 * Measures how much slower lists become for readers in other networks while clients in one network request many pages
 * that aren't cached. The server must trust X-Forwarded-For from this machine, so that the readers count as other
 * networks.
 */
export async function benchFlood(server: StartedProgram): Promise<Row[]> {
  await timeReads(server, 200)
  const alone = p99(await timeReads(server, reads))
  const statuses = new Map<number, number>()
  const flood = startFlood(server, statuses)
  const during = p99(await timeReads(server, reads))
  await flood.stop()
  const counts = [...statuses].map(([status, times]) => `${times} x ${status}`).join(', ')
  return [
    [`responses to new searches by ${clients} clients in one network`, counts],
    ['p99 of a list for other readers, without the flood', `${alone.toFixed(1)} ms`],
    [
      'p99 of a list for other readers, during the flood',
      `${during.toFixed(1)} ms, ${(during / alone).toFixed(2)} times as long`,
      atMost(2, during / alone, 'times'),
    ],
  ]
}

function startFlood({ address }: StartedProgram, statuses: Map<number, number>) {
  const random = randomFrom(1)
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  let isOver = false
  const search = async () => {
    while (!isOver) {
      const term = `write ${Math.floor(random() * 1e9).toString(36)}`
      const response = await fetch(`${address}/search?q=${encodeURIComponent(term)}`, { headers })
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
  }
  const searches = Promise.all(Array.from({ length: clients }, search))
  return {
    stop() {
      isOver = true
      return searches
    },
  }
}
