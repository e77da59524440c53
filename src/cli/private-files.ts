import { open, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readHeader } from '#server/database/backup/backup-file.ts'

type PrivacyReport = { backups: number; problems: string[] }

/** The permission bits of all users except the owner. */
const othersBits = 0o077
/** The bit that permits all users to write. */
const anybodyWritesBit = 0o002
/** In a folder with this bit, only the owner of a file may delete or rename it. */
const stickyBit = 0o1000

/**
 * Checks whether users other than the owner can access backups, stored emails (`outbox`) or the database, and whether
 * all users can write to the data folder. Looks for backups in the data folder, its subfolder `backups`, the current
 * folder and `moreFolders`, but not in other subfolders. Ignores missing folders.
 */
export async function findExposedFiles(dataDir: string, moreFolders: string[]): Promise<PrivacyReport> {
  const data = resolve(dataDir)
  const problems: string[] = []
  const dataMode = await modeOf(data)
  // A folder with the sticky bit is fine. The container's /data has it, because any user may run the container.
  if (dataMode & anybodyWritesBit && !(dataMode & stickyBit))
    problems.push(`${data} is writable by all users: run chmod o-w ${data}`)
  for (const folder of [join(data, 'postgres'), join(data, 'outbox')]) {
    if ((await modeOf(folder)) & othersBits) problems.push(`${folder} is readable by others: run chmod 700 ${folder}`)
  }
  let backups = 0
  for (const folder of new Set([
    data,
    join(data, 'backups'),
    process.cwd(),
    ...moreFolders.map((path) => resolve(path)),
  ])) {
    for (const file of await backupsIn(folder)) {
      backups++
      const mode = await modeOf(file)
      if (mode & othersBits)
        problems.push(`${file} is readable by others (mode ${mode.toString(8)}): run chmod 600 ${file}`)
    }
  }
  return { backups, problems }
}

/** Returns the mode of a file, or 0 if the file is missing or this user may not access it. */
async function modeOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => null)
  return stats ? stats.mode & 0o1777 : 0
}

async function backupsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
  const backups = await Promise.all(files.map(async (file) => ((await isBackup(file)) ? [file] : [])))
  return backups.flat()
}

/** Tells from the content of a file whether it is a backup. Returns false if this user may not read it. */
async function isBackup(file: string): Promise<boolean> {
  return (
    (await isGzip(file)) &&
    readHeader(file).then(
      () => true,
      () => false,
    )
  )
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => null)
  if (!handle) return false
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await handle.close()
  }
}
