import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { type Api, type ApiEnv, createApi, type Platform } from '#platform/api.ts'
import { filePolicy } from '#platform/file-policy.ts'
import { newId } from '#platform/ids.ts'
import { networkOf } from '#platform/limits.ts'
import { dumpPath } from '../rules.ts'
import { createDumps } from './dump.ts'
import type { Site } from './site.ts'
import type { DumpFile } from './write-dump.ts'

/** How many dumps a network (an IPv4 address or an IPv6 /64) may download in an hour. 304 responses don't count. */
export const dumpsPerNetwork = { name: 'dump', points: 12, seconds: 3600 } as const

/** Creates the endpoint of the dump, a compressed file with a line of JSON for each published prompt. */
export function dumpRoutes({ db, now, limits }: Platform, site: Site): Api {
  const api = createApi()
  const folder = site.dumpFolder ?? join(tmpdir(), `promptarium-dump-${newId()}`)
  const dumps = createDumps({ db, now, folder, origin: site.origin })

  api.get(dumpPath, async (c) => {
    const current = await dumps.getCurrent()
    // Caches must revalidate the dump each time, so that no cache serves prompts that were removed.
    c.header('Cache-Control', 'public, no-cache')
    c.header('Content-Security-Policy', filePolicy)
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    c.header('Access-Control-Allow-Origin', '*')
    if (c.req.header('if-none-match')?.includes(etagOf(current))) {
      setDumpHeaders(c, current)
      return c.body(null, 304)
    }
    await limits.take(dumpsPerNetwork, networkOf(c.get('actor').address))
    // This dump may have been written after `current` was read, so it has its own headers.
    const { file, bytes, ...dump } = await dumps.open()
    setDumpHeaders(c, dump)
    c.header('Content-Type', 'application/gzip')
    c.header('Content-Length', String(bytes))
    if (c.req.method === 'HEAD') {
      await file.close()
      return c.body(null, 200)
    }
    return c.body(Readable.toWeb(file.createReadStream()) as ReadableStream)
  })
  return api
}

function etagOf({ path }: DumpFile): string {
  return `"${basename(path, '.jsonl.gz')}"`
}

function setDumpHeaders(c: Context<ApiEnv>, dump: DumpFile): void {
  c.header('ETag', etagOf(dump))
  c.header('Last-Modified', dump.madeAt.toUTCString())
}
