import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3Server } from '#test/s3-server.ts'
import { pictureFiles } from '../rules.ts'
import { createBucketStore } from './bucket-store.ts'
import { createFolderStore, type EncodedPicture, type PictureStore } from './picture-store.ts'

const picture = {} as EncodedPicture
for (const file of pictureFiles) picture[file] = Buffer.from(`the file ${file}`)

let folder: string
let server: Awaited<ReturnType<typeof startS3Server>>
const stores: Record<string, PictureStore> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  server = await startS3Server(join(folder, 's3'), 'pictures')
  stores.bucket = createBucketStore(server.settings)
  stores.folder = createFolderStore(join(folder, 'disk'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['folder', 'bucket'])('a %s', (kind) => {
  const store = () => stores[kind] as PictureStore
  const readAll = (key: string) => Promise.all(pictureFiles.map((file) => store().read(key, file)))

  it('returns what was written, and null for other keys', async () => {
    await store().write('aa1', picture)
    expect((await readAll('aa1')).map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual(
      pictureFiles.map((file) => `the file ${file}`),
    )
    expect(await readAll('aa2')).toEqual(pictureFiles.map(() => null))
  })

  it('removes exactly the files of a picture, even if the call is repeated', async () => {
    await store().write('bb1', picture)
    await store().write('bb2', picture)
    for (const _ of [1, 2]) await store().remove('bb1')
    expect(await readAll('bb1')).toEqual(pictureFiles.map(() => null))
    expect(await readAll('bb2')).not.toContain(null)
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.includes('bb1/'))
    expect(names).toEqual([])
  })
})

it('a read fails if the bucket doesn’t answer, instead of returning null', async () => {
  const keys = { accessKeyId: 'x', secretAccessKey: 'x' }
  const unreachableBucket = createBucketStore({
    bucket: 'unreachable',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9',
    keys,
  })
  await expect(unreachableBucket.read('aa1', '480.avif')).rejects.toThrow()
})
