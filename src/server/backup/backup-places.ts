import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BucketSettings, openBucket } from '../platform/aws-s3.ts'
import { writeAtomically } from './write-atomically.ts'

type Write = (piece: Uint8Array) => Promise<void>

/** Where backups are. `name`: for the log. */
export type BackupPlace = {
  name: string
  /** Writes a backup, which appears when `work` has ended, or not at all. */
  write<Result>(file: string, work: (write: Write) => Promise<Result>): Promise<Result>
  /** A backup piece by piece. Fails if it isn't there. */
  read(file: string): AsyncIterable<Uint8Array>
  /** The names of our nightly backups, newest first. */
  list(): Promise<string[]>
  remove(file: string): Promise<void>
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

/** When the backup of this name began. */
export function backupTime(name: string): Date {
  return new Date(name.replace(ourName, '$1$2:$3:$4Z'))
}

/** Our backups among these, newest first: their names begin with the time. */
function ours(names: string[]): string[] {
  return names
    .filter((name) => ourName.test(name))
    .sort()
    .reverse()
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
    remove: (file) => rm(join(folder, file), { force: true }),
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
    remove: bucket.remove,
    // The parts of an upload that was never completed are no objects; the service's own rule removes them.
    tidy: async () => undefined,
  }
}
