import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

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
const compressible = /\.(css|html|js|json|svg|txt|webmanifest)$/
const hashedFolder = '/assets/'

export type StaticFile = {
  headers: Record<string, string>
  etag: string
  bodies: { br?: Buffer; gzip?: Buffer; identity: Buffer }
}

/** Every file of a built folder in memory, compressed once, by its path in addresses. */
export async function readStaticFiles(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        const path = `/${relative(folder, file).split(sep).join('/')}`
        return [path, await toStaticFile(path, await readFile(file))] as const
      }),
    ),
  )
}

async function toStaticFile(path: string, identity: Buffer): Promise<StaticFile> {
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const headers = {
    'Content-Type': contentTypes[extname(path)] ?? 'application/octet-stream',
    // Built files carry a hash in their name and never change.
    'Cache-Control': path.startsWith(hashedFolder) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  }
  if (!compressible.test(path)) return { headers, etag, bodies: { identity } }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(identity),
  ])
  return { headers, etag, bodies: { br, gzip: gz, identity } }
}
