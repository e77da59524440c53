import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { cutText } from '#lib/well-formed.ts'
import { type PreparedResponse, prepareResponse } from './send-bytes.ts'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const hashedFolder = '/assets/'

/** Reads all files in a folder of the build into memory, with their compressed versions. Keys are URL paths. */
export async function readStaticFiles(
  folder: string,
  headers: Record<string, string>,
): Promise<Map<string, PreparedResponse>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
  return new Map(
    await Promise.all(
      files.map(async (entry) => {
        const file = join(entry.parentPath, entry.name)
        const path = `/${relative(folder, file).split(sep).join('/')}`
        return [path, await readStaticFile(path, file, headers)] as const
      }),
    ),
  )
}

async function readStaticFile(path: string, file: string, headers: Record<string, string>): Promise<PreparedResponse> {
  const identity = await readFile(file)
  const [br, gzip] = await Promise.all(
    [`${file}.br`, `${file}.gz`].map((packed) => readFile(packed).catch(() => undefined)),
  )
  return prepareResponse({
    status: 200,
    headers: {
      ...headers,
      'Content-Type': contentTypes[extname(path)] ?? 'application/octet-stream',
      // Files in `hashedFolder` have a hash of their content in their names, so they never change.
      'Cache-Control': path.startsWith(hashedFolder) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    },
    etag: `"${cutText(createHash('sha256').update(identity).digest('base64url'), 22)}"`,
    bodies: { identity, br, gzip },
  })
}
