import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
/** Four times what all tests together use. */
const neededBytes = 4 * 2 ** 30
const prefix = 'promptarium-databases-'

/**
 * Creates a temporary folder for databases, in memory if there is room: a copied database has a thousand files, whose creation
 * on a disk takes ten times the CPU time. Other users may enter it, because PostgreSQL refuses to run as root.
 */
export function makeDatabaseFolder(): string {
  const parent = databaseParent()
  if (parent === memory) removeAbandoned()
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  chmodSync(folder, 0o711)
  return folder
}

/** The folder in which tests create databases. */
export function databaseParent(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > neededBytes ? memory : tmpdir()
}

/** Removes the folders of killed test runs, which would otherwise take up memory until the machine restarts. */
function removeAbandoned(): void {
  for (const name of readdirSync(memory)) {
    const creator = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (Number.isNaN(creator) || existsSync(`/proc/${creator}`)) continue
    const folder = join(memory, name)
    if (statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.())
      rmSync(folder, { recursive: true, force: true })
  }
}
