import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createShareStore } from './share-store.ts'

let place = ''
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'share-'))
})
afterAll(() => rm(place, { recursive: true }))

it('a folder that can’t be opened is retried on the next request', async () => {
  const folder = join(place, 'images')
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
