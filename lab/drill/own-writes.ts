import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { cutText } from '#lib/well-formed.ts'
import { type RequestOptions, send } from '../load/send.ts'

/** What members and visitors did. `missed`: reads of members that lacked what they had written just before. */
export type ReadCounts = {
  writes: number
  ownReads: number
  missed: number
  visits: number
  failed: string[]
  slowestMs: number
}

const newCounts = (): ReadCounts => ({ writes: 0, ownReads: 0, missed: 0, visits: 0, failed: [], slowestMs: 0 })
/** The pause between a member's or a visitor's steps, in ms. */
const pauseMs = 50

/**
 * Starts members who write to one process of the site and at once read what they wrote from another, and visitors who
 * read lists from both. `cookies`: those of the members.
 */
export async function startOwnWrites(urls: [string, string], cookies: string[]) {
  let counts = newCounts()
  let isRunning = true
  const { body } = await send(urls[0], '/api/prompts/newest')
  const ids = (body.items as { id: string }[]).slice(0, 10).map(({ id }) => id)

  async function request(url: string, path: string, options?: RequestOptions) {
    const start = performance.now()
    const response = await send(url, path, options)
    counts.slowestMs = Math.max(counts.slowestMs, performance.now() - start)
    if (response.status < 200 || response.status > 299) {
      counts.failed.push(`${path}: ${response.status} ${cutText(response.text, 200)}`)
      return null
    }
    return response
  }

  /** Writes, and then reads three times. `isShown`: whether what was read includes the write. */
  async function writeAndRead(
    round: number,
    cookie: string,
    path: string,
    json: object | undefined,
    read: (written: Record<string, unknown>) => [path: string, isShown: (text: string) => boolean],
  ) {
    const [writing, reading] = round % 2 === 0 ? urls : urls.toReversed()
    const written = await request(writing ?? '', path, { method: json ? 'POST' : 'DELETE', cookie, json })
    if (!written) return
    counts.writes++
    const [readPath, isShown] = read(written.body)
    for (let time = 0; time < 3; time++) {
      const response = await request(time === 2 ? (writing ?? '') : (reading ?? ''), readPath, { cookie })
      if (!response) continue
      counts.ownReads++
      if (!isShown(response.text)) counts.missed++
    }
  }

  const steps = [
    (round: number, cookie: string) => {
      const promptId = ids[round % ids.length] ?? ''
      const value = Math.floor(round / ids.length) % 2 === 0 ? 1 : -1
      const isShown = (text: string) => JSON.parse(text).votes[promptId] === value
      return writeAndRead(round, cookie, '/api/votes', { promptId, value }, () => [
        `/api/votes?promptIds=${promptId}`,
        isShown,
      ])
    },
    (round: number, cookie: string) => {
      const promptId = ids[round % ids.length] ?? ''
      const saves = Math.floor(round / ids.length) % 2 === 0
      const path = saves ? '/api/favorites' : `/api/favorites/${promptId}`
      const isShown = (text: string) => Boolean(JSON.parse(text).favorites[promptId]) === saves
      return writeAndRead(round, cookie, path, saves ? { promptId } : undefined, () => [
        `/api/favorites/state?promptIds=${promptId}`,
        isShown,
      ])
    },
    (round: number, cookie: string) => {
      const title = `Drill ${randomUUID()}`
      const content = `Explain to {{whom}} what ${title} means.`
      const json = { title, content, description: 'A drill.', category: 'education-learning', tags: ['drill'] }
      return writeAndRead(round, cookie, '/api/prompts', json, ({ id }) => [
        `/api/prompts/${id}`,
        (text) => text.includes(title),
      ])
    },
  ]

  async function repeat(step: (round: number) => Promise<unknown>) {
    for (let round = 0; isRunning; round++) {
      await step(round)
      await wait(pauseMs)
    }
  }
  const paths = ['/api/prompts/newest', '/api/home', '/api/search?q=write', '/api/tools', `/api/prompts/${ids[0]}`]
  const loops = [
    ...cookies.map((cookie, index) => repeat(async (round) => steps[(round + index) % steps.length]?.(round, cookie))),
    ...urls.map((url) =>
      repeat(async (round) => {
        if (await request(url, paths[round % paths.length] ?? '/')) counts.visits++
      }),
    ),
  ]
  return {
    /** Returns the counts since the last call. */
    takeCounts() {
      const taken = counts
      counts = newCounts()
      return taken
    },
    async stop() {
      isRunning = false
      await Promise.all(loops)
    },
  }
}
