import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createShareStore } from './share-store.ts'

let parentFolder = ''
beforeAll(async () => {
  parentFolder = await mkdtemp(join(tmpdir(), 'share-'))
})
afterAll(() => rm(parentFolder, { recursive: true }))

it('a stored image can be read by another store that opens the same folder later', async () => {
  const openStore = () => createShareStore({ folder: join(parentFolder, 'kept'), maxBytes: 100, warn: vi.fn() })
  const first = openStore()
  expect(await first.read('a')).toBeNull()
  await first.write('a', Buffer.from('image'))
  expect(await openStore().read('a')).toEqual(Buffer.from('image'))
})

it('a store stays below its limit by deleting the least recently used image', async () => {
  const folder = join(parentFolder, 'limited')
  const store = createShareStore({ folder, maxBytes: 25, warn: vi.fn() })
  await store.read('a')
  await store.write('a', Buffer.alloc(10))
  await store.write('b', Buffer.alloc(10))
  await store.read('a')
  await store.write('c', Buffer.alloc(10))
  expect((await readdir(folder)).sort()).toEqual(['a.png', 'c.png'])
  expect(store.bytes).toBe(20)
})

it('a failure to open the folder is reported, not thrown, and the next request tries to open it again', async () => {
  const folder = join(parentFolder, 'images')
  await writeFile(folder, 'no folder')
  const warn = vi.fn()
  const store = createShareStore({ folder, maxBytes: 100, warn })
  await store.write('one', Buffer.from('image'))
  expect(await store.read('one')).toBeNull()
  expect(warn).toHaveBeenCalledTimes(2)
  await rm(folder)
  await store.write('one', Buffer.from('image'))
  expect(await store.read('one')).toEqual(Buffer.from('image'))
  expect(warn).toHaveBeenCalledTimes(2)
})

it('two stores can share a folder: each reads the other’s images, except those that the other has deleted', async () => {
  const folder = join(parentFolder, 'shared')
  const warn = vi.fn()
  const [one, other] = [150, 1000].map((maxBytes) => createShareStore({ folder, maxBytes, warn }))
  await one?.write('a', Buffer.alloc(100))
  await other?.write('b', Buffer.alloc(100))
  expect(await one?.read('b')).toHaveLength(100)
  expect(await other?.read('a')).toHaveLength(100)
  await one?.write('c', Buffer.alloc(100))
  expect(await readdir(folder)).toEqual(['c.png'])
  expect(await other?.read('a')).toBeNull()
  expect(await other?.read('c')).toHaveLength(100)
  expect(warn).not.toHaveBeenCalled()
})

it('an unfinished file is deleted only after an hour, because another process may still be writing it', async () => {
  const folder = join(parentFolder, 'unfinished')
  await createShareStore({ folder, maxBytes: 100, warn: vi.fn() }).read('none')
  for (const name of ['new.half', 'old.half']) await writeFile(join(folder, name), 'half')
  const hourAgo = new Date(Date.now() - 3601_000)
  await utimes(join(folder, 'old.half'), hourAgo, hourAgo)
  await createShareStore({ folder, maxBytes: 100, warn: vi.fn() }).read('none')
  expect(await readdir(folder)).toEqual(['new.half'])
})
