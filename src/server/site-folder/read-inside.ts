import { constants } from 'node:fs'
import { lstat, open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { StartError } from '../start-error.ts'

/** A folder of the operator, as its real path. StartError if there is none. */
export async function openFolder(path: string): Promise<string> {
  return realpath(path).catch((cause) => {
    throw new StartError(`SITE_DIR: there is no folder ${path}`, { cause })
  })
}

/**
 * Reads a file of a folder; null if it isn't there. Links are followed within the folder alone: a mounted ConfigMap consists
 * of such. StartError for links to outside of it, for anything but files, and for more than `maxBytes`.
 */
export async function readInside(folder: string, name: string, maxBytes: number): Promise<Buffer | null> {
  const refuse = (what: string, cause?: unknown) => new StartError(`SITE_DIR: ${name} ${what}`, { cause })
  const path = await realpath(join(folder, name)).catch(async (cause) => {
    if (cause.code !== 'ENOENT') throw refuse('can’t be read', cause)
    if (await lstat(join(folder, name)).catch(() => null)) throw refuse('is a link to nothing', cause)
    return null
  })
  if (path === null) return null
  if (!path.startsWith(folder + sep)) throw refuse('is a link that leads out of the folder. Put the file itself there')
  // A pipe would wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(path, flags).catch((cause) => {
    throw refuse('can’t be read', cause)
  })
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw refuse('is no file')
    if (stats.size > maxBytes) throw refuse(`is too large: use at most ${Math.floor(maxBytes / 1024)} KB`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
