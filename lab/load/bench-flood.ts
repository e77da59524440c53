import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { StartedProgram } from '#test/processes.ts'
import { randomFrom } from '#test/random.ts'
import { p99, timeReads } from './other-readers.ts'
import { atMost, type Row } from './report.ts'

const clients = 20
/** How many pages are requested, each once, and for how long at most, in ms: refused requests take a second. */
const requestCount = 5_000
const crawlMs = 60_000
const readsAlone = 2_000
/** The readers read this often, again and again until the other requests end. */
const readsPerRound = 200

type Flood = { address: string; paths: string[] }

/**
 * Measures how much slower lists become for readers in other networks while clients in one network request many pages
 * that aren't cached: new searches, and then one prompt after another. The server must trust X-Forwarded-For from this
 * machine, so that the readers count as other networks.
 */
export async function benchFlood(server: StartedProgram): Promise<Row[]> {
  await timeReads(server, 200)
  const random = randomFrom(1)
  const newTerm = () => encodeURIComponent(`write ${Math.floor(random() * 1e9).toString(36)}`)
  const searches = Array.from({ length: requestCount }, () => `/search?q=${newTerm()}`)
  return [
    ...(await measure(server, 'new searches', searches)),
    ...(await measure(server, 'pages of prompts', await readPromptPaths(server))),
  ]
}

async function measure(server: StartedProgram, what: string, paths: string[]): Promise<Row[]> {
  const alone = p99(await timeReads(server, readsAlone))
  // The clients have a thread of their own, because otherwise readers would wait for them in this program.
  const flood = new Worker(new URL(import.meta.url), { workerData: { address: server.address, paths } satisfies Flood })
  const startedAt = performance.now()
  let isOver = false
  const statuses = once(flood, 'message').finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) times.push(...(await timeReads(server, readsPerRound)))
  const during = p99(times)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  return [
    [
      `responses to up to ${paths.length} requests for ${what} by ${clients} clients in one network, in ${seconds} s`,
      String(await statuses),
    ],
    ['p99 of a list for other readers, without them', `${alone.toFixed(1)} ms`],
    [
      `p99 of a list for other readers, during them (${times.length} reads)`,
      `${during.toFixed(1)} ms, ${(during / alone).toFixed(2)} times as long`,
      atMost(2, during / alone, 'times'),
    ],
  ]
}

async function readPromptPaths({ address }: StartedProgram): Promise<string[]> {
  const paths: string[] = []
  let cursor: string | null = ''
  while (cursor !== null && paths.length < requestCount) {
    const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) })
    const page = (await (await fetch(`${address}/api/prompts/newest?${query}`)).json()) as {
      items: { slug: string }[]
      nextCursor: string | null
    }
    paths.push(...page.items.map(({ slug }) => `/prompt/${slug}`))
    cursor = page.nextCursor
  }
  return paths
}

/** Requests the pages, and returns how many responses had which status. */
async function requestAll({ address, paths }: Flood): Promise<string> {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const statuses = new Map<number, number>()
  const rest = paths.values()
  const end = Date.now() + crawlMs
  const request = async () => {
    for (const path of rest) {
      if (Date.now() > end) return
      const response = await fetch(address + path, { headers })
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: clients }, request))
  return [...statuses].map(([status, times]) => `${times} x ${status}`).join(', ')
}

if (!isMainThread) parentPort?.postMessage(await requestAll(workerData as Flood))
