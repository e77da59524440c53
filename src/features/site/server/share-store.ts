import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Options = {
  folder: string
  maxBytes: number
  /** Called with disk errors. */
  warn: (error: Error) => void
}

/** Unfinished files of other processes are deleted when they are this old, in ms. */
const unfinishedMs = 3600_000

/**
 * Creates a store on disk for share images, which other sites show beside a link. Beyond `maxBytes`, it deletes the
 * least recently used ones. Processes may share the folder: each uses the images of the others, and applies `maxBytes`
 * to the images that it knows.
 */
export function createShareStore({ folder, maxBytes, warn }: Options) {
  const sizes = new Map<string, number>()
  let bytes = 0
  let openPromise: Promise<void> | null = null
  const fileOf = (key: string) => join(folder, `${key}.png`)

  /** Reads which images the folder contains, oldest first, and deletes old unfinished files. */
  async function open(): Promise<void> {
    await mkdir(folder, { recursive: true })
    sizes.clear()
    bytes = 0
    const names = await readdir(folder)
    const files = await Promise.all(
      names.map(async (name) => ({ name, stats: await nullIfMissing(stat(join(folder, name))) })),
    )
    const existing = files.flatMap(({ name, stats }) => (stats ? [{ name, stats }] : []))
    for (const { name, stats } of existing.sort((a, b) => a.stats.mtimeMs - b.stats.mtimeMs)) {
      if (name.endsWith('.png')) rememberSize(name.slice(0, -'.png'.length), stats.size)
      else if (Date.now() - stats.mtimeMs > unfinishedMs) await rm(join(folder, name), { force: true })
    }
  }

  /** Opens the folder once. A failure isn't cached, so the next request tries again. */
  function openOnce(): Promise<void> {
    openPromise ??= open().catch((error) => {
      openPromise = null
      throw error
    })
    return openPromise
  }

  function rememberSize(key: string, size: number) {
    forgetSize(key)
    sizes.set(key, size)
    bytes += size
  }

  function forgetSize(key: string) {
    bytes -= sizes.get(key) ?? 0
    sizes.delete(key)
  }

  return {
    /** Returns an image by its key, or null if it was never stored, has been deleted or can't be read. */
    async read(key: string): Promise<Buffer | null> {
      try {
        await openOnce()
        const image = await nullIfMissing(readFile(fileOf(key)))
        if (image) rememberSize(key, image.length)
        else forgetSize(key)
        return image
      } catch (error) {
        forgetSize(key)
        warn(error as Error)
        return null
      }
    },
    /** Stores an image. Reports disk errors to `warn` instead of throwing them. */
    async write(key: string, image: Buffer): Promise<void> {
      try {
        await openOnce()
        const unfinishedFile = join(folder, `${randomUUID()}.half`)
        await writeFile(unfinishedFile, image)
        await rename(unfinishedFile, fileOf(key))
        rememberSize(key, image.length)
        for (const oldest of sizes.keys()) {
          if (bytes <= maxBytes) break
          forgetSize(oldest)
          await rm(fileOf(oldest), { force: true })
        }
      } catch (error) {
        warn(error as Error)
      }
    },
    /** The total size of the images that this store knows. */
    get bytes() {
      return bytes
    },
  }
}

/** Returns the result of a file operation, or null if the file doesn't exist. */
function nullIfMissing<Result>(result: Promise<Result>): Promise<Result | null> {
  return result.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

export type ShareStore = ReturnType<typeof createShareStore>
