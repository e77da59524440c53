import { constants } from 'node:fs'
import { lstat, open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { StartError } from '../start-error.ts'

/** Returns the real path of the site folder. Throws StartError if it doesn't exist. */
export async function resolveFolder(path: string): Promise<string> {
  return realpath(path).catch((cause) => {
    throw new StartError(`SITE_DIR: there is no folder ${path}`, { cause })
  })
}

/**
 * Reads a file in a folder (a real path), or returns null if it doesn't exist. Follows links within the folder, because
 * a ConfigMap that Kubernetes mounts consists of them. Throws StartError for a link to a missing file or out of the
 * folder, for anything that isn't a file, and for a file that can't be read or has more than `maxBytes`.
 */
export async function readInside(folder: string, name: string, maxBytes: number): Promise<Buffer | null> {
  const refusal = (what: string, cause?: unknown) => new StartError(`SITE_DIR: ${name} ${what}`, { cause })
  const path = await realpath(join(folder, name)).catch(async (cause) => {
    if (cause.code !== 'ENOENT') throw refusal('can’t be read', cause)
    if (await lstat(join(folder, name)).catch(() => null)) throw refusal('is a link to a missing file', cause)
    return null
  })
  if (path === null) return null
  if (!path.startsWith(folder + sep)) throw refusal('is a link that leads out of the folder. Replace it with the file')
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(path, flags).catch((cause) => {
    throw refusal('can’t be read', cause)
  })
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw refusal('isn’t a file')
    if (stats.size > maxBytes) throw refusal(`is too large: use at most ${Math.floor(maxBytes / 1024)} KB`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
