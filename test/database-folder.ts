import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder whose files Linux keeps in memory. */
const memory = '/dev/shm'
/** How much free memory is required, in bytes. All tests together use a quarter of it. */
const neededBytes = 4 * 2 ** 30
const prefix = 'promptarium-databases-'

/**
 * Creates a temporary folder for databases. It is in memory if enough memory is free, because a copied database has a
 * thousand files, and creating these on a disk takes ten times the CPU time. Other users may enter the folder, because
 * PostgreSQL refuses to run as root and so runs as another user.
 */
export function makeDatabaseFolder(): string {
  const parent = databaseParent()
  if (parent === memory) removeAbandonedFolders()
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  chmodSync(folder, 0o711)
  return folder
}

/** Returns the folder in which tests create their folders for databases. */
export function databaseParent(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > neededBytes ? memory : tmpdir()
}

/**
 * Removes the folders of test runs that were killed. They would otherwise take up memory until the machine restarts.
 */
function removeAbandonedFolders(): void {
  for (const name of readdirSync(memory)) {
    const creatorPid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (Number.isNaN(creatorPid) || existsSync(`/proc/${creatorPid}`)) continue
    const folder = join(memory, name)
    if (statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.())
      rmSync(folder, { recursive: true, force: true })
  }
}
