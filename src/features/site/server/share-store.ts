import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Options = {
  folder: string
  maxBytes: number
  /** Hears of a disk that doesn't keep. */
  warn: (error: Error) => void
}

/** Images on disk by key, bounded in bytes: the one that was asked for longest ago goes first. */
export function createShareStore({ folder, maxBytes, warn }: Options) {
  const sizes = new Map<string, number>()
  let bytes = 0
  let opened: Promise<void> | null = null
  const fileOf = (key: string) => join(folder, `${key}.png`)

  /** Takes up what an earlier process left, oldest first. */
  async function open(): Promise<void> {
    await mkdir(folder, { recursive: true })
    sizes.clear()
    bytes = 0
    const names = await readdir(folder)
    const found = await Promise.all(names.map(async (name) => ({ name, stats: await stat(join(folder, name)) })))
    for (const { name, stats } of found.sort((one, other) => one.stats.mtimeMs - other.stats.mtimeMs)) {
      if (name.endsWith('.png')) note(name.slice(0, -'.png'.length), stats.size)
      else await rm(join(folder, name), { force: true })
    }
  }

  /** A failure isn't kept: whoever asks next tries again, and the disk may be back. */
  function opening(): Promise<void> {
    opened ??= open().catch((error) => {
      opened = null
      throw error
    })
    return opened
  }

  function note(key: string, size: number) {
    forget(key)
    sizes.set(key, size)
    bytes += size
  }

  function forget(key: string) {
    bytes -= sizes.get(key) ?? 0
    sizes.delete(key)
  }

  return {
    /** The image behind a key; null when it isn't kept (any more). */
    async read(key: string): Promise<Buffer | null> {
      try {
        await opening()
        const size = sizes.get(key)
        if (size === undefined) return null
        const image = await readFile(fileOf(key))
        note(key, size)
        return image
      } catch (error) {
        forget(key)
        warn(error as Error)
        return null
      }
    },
    /** Keeps an image; a disk that is full or read-only costs time, never the answer. */
    async write(key: string, image: Buffer): Promise<void> {
      try {
        await opening()
        const half = join(folder, `${randomUUID()}.half`)
        await writeFile(half, image)
        await rename(half, fileOf(key))
        note(key, image.length)
        for (const oldest of sizes.keys()) {
          if (bytes <= maxBytes) break
          forget(oldest)
          await rm(fileOf(oldest), { force: true })
        }
      } catch (error) {
        warn(error as Error)
      }
    },
    get bytes() {
      return bytes
    },
  }
}

export type ShareStore = ReturnType<typeof createShareStore>
