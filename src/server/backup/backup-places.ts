import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BucketSettings, openBucket } from '../platform/aws-s3.ts'
import { writeAtomically } from './write-atomically.ts'

type Write = (piece: Uint8Array) => Promise<void>

/** Where backups are. `name`: for the log. */
/** `isChecked`: it was read to its end. */
export type NightlyBackup = { name: string; isChecked: boolean }

export type BackupPlace = {
  name: string
  /** Writes a backup, which appears when `work` has ended, or not at all. */
  write<Result>(file: string, work: (write: Write) => Promise<Result>): Promise<Result>
  /** A backup piece by piece. Fails if it isn't there. */
  read(file: string): AsyncIterable<Uint8Array>
  /** Our nightly backups, newest first. */
  list(): Promise<NightlyBackup[]>
  /** Notes that a backup was read to its end. */
  noteCheck(file: string): Promise<void>
  /** Removes a backup, and the note about it. */
  remove(file: string): Promise<void>
  /** Where a backup is on this machine. Unset: elsewhere. */
  pathOf?(file: string): string
  /** Removes what a killed process left half written. */
  tidy(): Promise<void>
}

const dayMs = 24 * 3600 * 1000
const beginning = 'promptarium-'
const ourName = /^promptarium-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.backup(\.age)?$/

/** The name of a backup of this time. */
export function backupName(time: Date, isEncrypted: boolean): string {
  const stamp = time.toISOString().replace(/:|\.\d+/g, '')
  return `${beginning}${stamp}.backup${isEncrypted ? '.age' : ''}`
}

/** Whether a file has the name of a nightly backup. */
export function isNightly(name: string): boolean {
  return ourName.test(name)
}

/** When the backup of this name began. */
export function backupTime(name: string): Date {
  return new Date(name.replace(ourName, '$1$2:$3:$4Z'))
}

/** The empty file beside a backup that was read to its end. */
const markOf = (name: string) => `${name}.checked`

/** Our backups among these files, newest first: their names begin with the time. */
function ours(files: string[]): NightlyBackup[] {
  const known = new Set(files)
  const names = files.filter(isNightly).sort().reverse()
  return names.map((name) => ({ name, isChecked: known.has(markOf(name)) }))
}

/** A folder of this machine. Only its owner may read what is in it. */
export function folderPlace(folder: string): BackupPlace {
  const namesIn = () =>
    readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
      if (error.code === 'ENOENT') return []
      throw error
    })
  return {
    name: folder,
    async write(file, work) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return writeAtomically(join(folder, file), work, { secret: true })
    },
    read: (file) => createReadStream(join(folder, file)),
    list: async () => ours(await namesIn()),
    noteCheck: (file) => writeFile(join(folder, markOf(file)), '', { mode: 0o600 }),
    async remove(file) {
      await rm(join(folder, file), { force: true })
      await rm(join(folder, markOf(file)), { force: true })
    },
    pathOf: (file) => join(folder, file),
    async tidy() {
      for (const name of await namesIn()) {
        if (!/^promptarium-.*\.part$/.test(name)) continue
        const part = join(folder, name)
        if (Date.now() - (await stat(part)).mtimeMs > dayMs) await rm(part, { force: true })
      }
    },
  }
}

/** A bucket of Amazon S3 or a compatible service. */
export function bucketPlace(settings: BucketSettings): BackupPlace {
  const bucket = openBucket(settings)
  return {
    name: `bucket ${settings.bucket}`,
    write: bucket.write,
    read: bucket.read,
    list: async () => ours(await bucket.list(beginning)),
    noteCheck: (file) => bucket.put(markOf(file), new Uint8Array(), 'text/plain'),
    async remove(file) {
      await bucket.remove(file)
      await bucket.remove(markOf(file))
    },
    // The parts of an upload that was never completed are no objects; the service's own rule removes them.
    tidy: async () => undefined,
  }
}
