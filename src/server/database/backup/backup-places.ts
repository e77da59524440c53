import { createReadStream } from 'node:fs'
import { access, constants, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type BucketSettings, openBucket } from '#platform/aws-s3.ts'
import { writeAtomically } from './write-atomically.ts'

type Write = (chunk: Uint8Array) => Promise<void>

/** A stored backup. `isChecked`: after it was written, it was read to its end without an error. */
export type NightlyBackup = { name: string; isChecked: boolean }

/** A folder or bucket where backups are stored. */
export type BackupPlace = {
  /** What the log calls the place. */
  name: string
  /** Writes a backup. The backup appears only if `work` succeeds. */
  write<Result>(file: string, work: (write: Write) => Promise<Result>): Promise<Result>
  /** Reads a backup in chunks. Fails if it doesn't exist. */
  read(file: string): AsyncIterable<Uint8Array>
  /** Fails if no backup can be written, as far as that can be told without writing one. */
  check(): Promise<void>
  /** Lists the nightly backups, newest first. */
  list(): Promise<NightlyBackup[]>
  /** Records that a backup has been checked. */
  markChecked(file: string): Promise<void>
  /** Removes a backup, and the mark that says that it was checked. */
  remove(file: string): Promise<void>
  /** The path of a backup on this machine. Unset if the place isn't on this machine. */
  pathOf?(file: string): string
  /** Removes the incomplete files that killed processes left more than a day ago. */
  removeIncomplete(): Promise<void>
}

const dayMs = 24 * 3600 * 1000
const namePrefix = 'promptarium-'
const nightlyName = /^promptarium-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.backup(\.age)?$/

/** The name of a backup that began at this time. */
export function backupName(time: Date, isEncrypted: boolean): string {
  const stamp = time.toISOString().replace(/:|\.\d+/g, '')
  return `${namePrefix}${stamp}.backup${isEncrypted ? '.age' : ''}`
}

/** Whether a file is named like a nightly backup. */
export function isNightly(name: string): boolean {
  return nightlyName.test(name)
}

/** The time at which the backup with this name began. */
export function backupTime(name: string): Date {
  return new Date(name.replace(nightlyName, '$1$2:$3:$4Z'))
}

/** The name of the empty file that marks a backup as checked. */
const markOf = (name: string) => `${name}.checked`

/** The nightly backups among these files, newest first. Their names contain the time, so they are sorted by name. */
function nightlyBackups(files: string[]): NightlyBackup[] {
  const known = new Set(files)
  const names = files.filter(isNightly).sort().reverse()
  return names.map((name) => ({ name, isChecked: known.has(markOf(name)) }))
}

/** Returns the place that stores backups in a folder on this machine. Only the folder's owner may read the files. */
export function openFolderPlace(folder: string): BackupPlace {
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
    check: () => checkWritable(folder),
    list: async () => nightlyBackups(await namesIn()),
    markChecked: (file) => writeFile(join(folder, markOf(file)), '', { mode: 0o600 }),
    async remove(file) {
      await rm(join(folder, file), { force: true })
      await rm(join(folder, markOf(file)), { force: true })
    },
    pathOf: (file) => join(folder, file),
    async removeIncomplete() {
      for (const name of await namesIn()) {
        if (!/^promptarium-.*\.part$/.test(name)) continue
        const part = join(folder, name)
        if (Date.now() - (await stat(part)).mtimeMs > dayMs) await rm(part, { force: true })
      }
    },
  }
}

/** Fails unless files can be created in a folder or, if it doesn't exist yet, unless the folder can be created. */
async function checkWritable(folder: string): Promise<void> {
  try {
    if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder.`)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const parent = dirname(folder)
    if ((error as { code?: string }).code !== 'ENOENT' || parent === folder) throw error
    await checkWritable(parent)
  }
}

/** Returns the place that stores backups in a bucket of Amazon S3 or a compatible service. */
export function openBucketPlace(settings: BucketSettings): BackupPlace {
  const bucket = openBucket(settings)
  return {
    name: `bucket ${settings.bucket}`,
    write: bucket.write,
    read: bucket.read,
    // Listing the backups shows whether the bucket and its key are right.
    check: async () => undefined,
    list: async () => nightlyBackups(await bucket.list(namePrefix)),
    markChecked: (file) => bucket.put(markOf(file), new Uint8Array(), 'text/plain'),
    async remove(file) {
      await bucket.remove(file)
      await bucket.remove(markOf(file))
    },
    // An incomplete upload isn't an object yet. A lifecycle rule of the bucket can remove its parts.
    removeIncomplete: async () => undefined,
  }
}
