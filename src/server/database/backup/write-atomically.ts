import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { StartError } from '../../start/start-error.ts'

type Write = (chunk: string | Uint8Array) => Promise<void>

/**
 * Writes a file atomically: `work` writes to a temporary file next to it, which is renamed at the end. Special files,
 * such as pipes, are written directly. `secret`: only the owner may read the file, from its first byte on. Throws
 * StartError if the file can't be written.
 */
export async function writeAtomically<Result>(
  file: string,
  work: (write: Write) => Promise<Result>,
  { secret = false } = {},
): Promise<Result> {
  const { path, isSpecial } = await explainWriteErrors(file, () => resolveTarget(file))
  const target = isSpecial ? file : partOf(path)
  const handle = await explainWriteErrors(file, () =>
    isSpecial ? open(file, 'w') : openNew(target, secret ? 0o600 : 0o666),
  )
  try {
    const result = await work((chunk) => explainWriteErrors(file, () => handle.appendFile(chunk)))
    if (isSpecial) return result
    await explainWriteErrors(file, async () => {
      await handle.sync()
      await rename(target, path)
    })
    return result
  } catch (error) {
    if (!isSpecial) await rm(target, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** Returns the path of the temporary file while `writeAtomically` writes this file. */
export function partOf(path: string): string {
  return `${path}.${process.pid}.part`
}

/**
 * Resolves links such as /dev/stdout to the file that they point to. `isSpecial`: the file exists and isn't a regular
 * file. Throws StartError for a folder.
 */
async function resolveTarget(file: string): Promise<{ path: string; isSpecial: boolean }> {
  const path = (await realpath(file).catch(nullIfMissing)) ?? file
  const stats = await stat(path).catch(nullIfMissing)
  if (stats?.isDirectory()) throw new StartError(`${file} can't be written: it is a folder.`)
  return { path, isSpecial: stats !== null && !stats.isFile() }
}

/** Creates a file, after removing an incomplete file that a killed process may have left. Doesn't follow links. */
async function openNew(target: string, mode: number) {
  await rm(target, { force: true })
  return open(target, 'wx', mode)
}

function nullIfMissing(error: { code?: string }): null {
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
  EPIPE: 'the program that was reading it has ended',
}

async function explainWriteErrors<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const reason = writeErrors[(error as { code?: string }).code ?? '']
    throw reason ? new StartError(`${file} can't be written: ${reason}.`, { cause: error }) : error
  }
}
