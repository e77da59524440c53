import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { msg, translate } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import { AppError } from '#platform/errors.ts'
import { type PictureFile, pictureFiles } from '../rules.ts'

/** The content of each file of a picture. */
export type EncodedPicture = Record<PictureFile, Uint8Array>

/** Stores the files of each picture under the picture's key. */
export type PictureStore = {
  /** Writes all files. If this fails, some of the files may exist. */
  write(key: string, files: EncodedPicture): Promise<void>
  /** Reads a file, or returns null if it doesn't exist. */
  read(key: string, file: PictureFile): Promise<Uint8Array | null>
  /** Removes all files of a picture, if there are any. */
  remove(key: string): Promise<void>
}

/** Creates a store that keeps the files in a folder, for all processes that share the disk. */
export function createFolderStore(folder: string): PictureStore {
  // The first two characters of the key spread the pictures over many folders.
  const folderOf = (key: string) => join(folder, cutText(key, 2), key)
  const unfinishedOf = (key: string) => `${folderOf(key)}.new`
  return {
    async write(key, files) {
      const target = folderOf(key)
      const unfinished = unfinishedOf(key)
      await mkdir(unfinished, { recursive: true, mode: 0o700 })
      try {
        for (const file of pictureFiles) await writeDurably(join(unfinished, file), files[file])
        await rename(unfinished, target)
      } catch (error) {
        await rm(unfinished, { recursive: true, force: true })
        throw error
      }
      await syncFolder(dirname(target))
    },
    async read(key, file) {
      try {
        return await readFile(join(folderOf(key), file))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async remove(key) {
      for (const path of [folderOf(key), unfinishedOf(key)]) await rm(path, { recursive: true, force: true })
    },
  }
}

const failures = {
  write: msg('Pictures can’t be stored at the moment. Try again in a minute.'),
  read: msg('Pictures can’t be read at the moment. Try again in a minute.'),
  remove: msg('Pictures can’t be removed at the moment. Try again in a minute.'),
} as const

/**
 * Wraps a store and converts its failures to AppError overloaded, with a message for people. Otherwise, a bucket that
 * refuses a connection would look like an unavailable database. `warn` receives the original error.
 */
export function explainFailures(store: PictureStore, warn: (error: unknown) => void): PictureStore {
  const explain = (action: keyof typeof failures) => (error: unknown) => {
    warn(error)
    throw new AppError('overloaded', translate(failures[action]), { retryAfter: 60 })
  }
  return {
    write: (key, files) => store.write(key, files).catch(explain('write')),
    read: (key, file) => store.read(key, file).catch(explain('read')),
    remove: (key) => store.remove(key).catch(explain('remove')),
  }
}

/** Writes a file and waits until it would survive a power failure. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
