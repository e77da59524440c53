import { open, rename, rm, stat } from 'node:fs/promises'
import { StartError } from '#server/platform/start-error.ts'

type Write = (piece: string | Uint8Array) => Promise<void>

/**
 * Writes a file so that its place never holds half of it: into a neighbour first, which is moved there at the end. What
 * is no ordinary file, such as /dev/stdout, is written to as it is. Throws StartError when it can't be written.
 */
export async function writeWhole<Result>(file: string, work: (write: Write) => Promise<Result>): Promise<Result> {
  const target = (await isSpecial(file)) ? file : `${file}.${process.pid}.part`
  const handle = await guarded(file, () => open(target, 'w'))
  try {
    const result = await work((piece) => guarded(file, () => handle.appendFile(piece)))
    if (target === file) return result
    await guarded(file, async () => {
      await handle.sync()
      await rename(target, file)
    })
    return result
  } catch (error) {
    if (target !== file) await rm(target, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

async function isSpecial(file: string): Promise<boolean> {
  const found = await guarded(file, () => stat(file).catch(nullWhereMissing))
  if (found?.isDirectory()) throw new StartError(`${file} can't be written: it is a folder.`)
  return found !== null && !found.isFile()
}

function nullWhereMissing(error: { code?: string }): null {
  if (error.code === 'ENOENT') return null
  throw error
}

const writeErrors: Record<string, string> = {
  ENOENT: 'its folder is missing',
  ENOTDIR: 'its folder is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EPIPE: 'nobody reads it any more',
}

async function guarded<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const reason = writeErrors[(error as { code?: string }).code ?? '']
    throw reason ? new StartError(`${file} can't be written: ${reason}.`, { cause: error }) : error
  }
}
