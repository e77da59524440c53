import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createShareImages } from './share-images.ts'
import { createShareStore } from './share-store.ts'
import { siteSubject } from './share-subjects.ts'

let folder: string
let warnings: Error[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promptarium-share-'))
  warnings = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const openStore = (maxBytes = 1000, at = folder) =>
  createShareStore({ folder: at, maxBytes, warn: (error) => warnings.push(error) })
const image = (bytes: number) => Buffer.alloc(bytes, 'x')

describe('the store of share images', () => {
  it('stores images for the next process', async () => {
    const first = openStore()
    expect(await first.read('a')).toBeNull()
    await first.write('a', image(10))
    expect(await openStore().read('a')).toEqual(image(10))
  })

  it('stays below its limit by deleting the least recently used image', async () => {
    const store = openStore(25)
    await store.read('a')
    await store.write('a', image(10))
    await store.write('b', image(10))
    await store.read('a')
    await store.write('c', image(10))
    expect((await readdir(folder)).sort()).toEqual(['a.png', 'c.png'])
    expect(store.bytes).toBe(20)
  })

  it('reports a folder that it can’t write to, and still serves images', async () => {
    await writeFile(join(folder, 'file'), '')
    const store = openStore(1000, join(folder, 'file'))
    expect(await store.read('a')).toBeNull()
    await store.write('a', image(10))
    expect(warnings.length).toBeGreaterThan(0)
  })
})

describe('drawing', () => {
  it('happens once for concurrent requests, two images at a time, and not again for stored images', async () => {
    let running = 0
    let mostConcurrent = 0
    let drawn = 0
    const images = createShareImages(openStore(), async () => {
      mostConcurrent = Math.max(mostConcurrent, ++running)
      drawn++
      await new Promise((done) => setImmediate(done))
      running--
      return image(10)
    })
    const subjects = ['a', 'b', 'c', 'd', 'e'].map((name) => siteSubject(name))
    await Promise.all([...subjects, ...subjects].map((subject) => images.image(subject, 'card')))
    expect([mostConcurrent, drawn]).toEqual([2, 5])
    await images.image(siteSubject('a'), 'card')
    expect(drawn).toBe(5)
    await images.image(siteSubject('a'), 'wide')
    expect(drawn).toBe(6)
  })

  it('frees its place in the queue after a failure, and is retried on the next request', async () => {
    let tries = 0
    const images = createShareImages(null, async () => {
      if (++tries <= 3) throw new Error('no')
      return image(10)
    })
    const drawings = ['a', 'b', 'c'].map((name) => images.image(siteSubject(name), 'card'))
    for (const { status } of await Promise.allSettled(drawings)) expect(status).toBe('rejected')
    expect(await images.image(siteSubject('a'), 'card')).toEqual(image(10))
  })
})
