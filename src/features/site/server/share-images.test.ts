import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createShareImages } from './share-images.ts'
import { createShareStore } from './share-store.ts'
import { siteSubject } from './share-subjects.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promptarium-share-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const image = (bytes: number) => Buffer.alloc(bytes, 'x')

describe('share images', () => {
  it('are rendered once for concurrent requests, at most two at a time, and not again if they are stored', async () => {
    let running = 0
    let mostConcurrent = 0
    let rendered = 0
    const images = createShareImages(createShareStore({ folder, maxBytes: 1000, warn: vi.fn() }), async () => {
      mostConcurrent = Math.max(mostConcurrent, ++running)
      rendered++
      await new Promise((done) => setImmediate(done))
      running--
      return image(10)
    })
    const subjects = ['a', 'b', 'c', 'd', 'e'].map((name) => siteSubject(name))
    await Promise.all([...subjects, ...subjects].map((subject) => images.getImage(subject, 'card')))
    expect([mostConcurrent, rendered]).toEqual([2, 5])
    await images.getImage(siteSubject('a'), 'card')
    expect(rendered).toBe(5)
    await images.getImage(siteSubject('a'), 'wide')
    expect(rendered).toBe(6)
  })

  it('are rendered again on the next request after a failure, and failures don’t block the queue', async () => {
    let tries = 0
    const images = createShareImages(null, async () => {
      if (++tries <= 3) throw new Error('no')
      return image(10)
    })
    const renderings = ['a', 'b', 'c'].map((name) => images.getImage(siteSubject(name), 'card'))
    for (const { status } of await Promise.allSettled(renderings)) expect(status).toBe('rejected')
    expect(await images.getImage(siteSubject('a'), 'card')).toEqual(image(10))
  })
})
