import { open } from 'node:fs/promises'
import { utcDay } from '#lib/utc-day.ts'
import { readContentChanges } from '#platform/database/content-changes.ts'
import type { Db } from '#platform/database/db.ts'
import { type DumpFile, findNewestDump, readFingerprint, writeDump } from './write-dump.ts'

type Options = { db: Db; now: () => Date; folder: string; origin: () => string }
type OpenDump = DumpFile & { file: Awaited<ReturnType<typeof open>>; bytes: number }

/**
 * Returns functions that provide the dump of the current day (UTC). The first request of a day writes the dump, and
 * processes with the same folder share it. If the catalogue has changed since the last check, the dump's fingerprint is
 * compared with the current one, and the dump is written again if a prompt in it has been hidden.
 */
export function createDumps({ db, now, folder, origin }: Options) {
  let lastCheck: { dump: DumpFile; version: number } | null = null
  let pendingDump: Promise<DumpFile> | null = null

  async function find(): Promise<DumpFile> {
    const { version } = await readContentChanges(db, null)
    if (lastCheck && lastCheck.version === version && isOfToday(lastCheck.dump)) return lastCheck.dump
    const newest = await findNewestDump(folder, now())
    const isCurrent = newest && isOfToday(newest) && newest.fingerprint === (await readFingerprint(db, newest.madeAt))
    const dump = isCurrent ? newest : await writeDump(db, { folder, origin: origin(), time: now() })
    lastCheck = { dump, version }
    return dump
  }

  function isOfToday({ madeAt }: DumpFile): boolean {
    return utcDay(madeAt) === utcDay(now())
  }

  /** Returns the current dump, after writing it if necessary. Concurrent calls share this work. */
  function getCurrent(): Promise<DumpFile> {
    pendingDump ??= find().finally(() => {
      pendingDump = null
    })
    return pendingDump
  }

  return {
    getCurrent,
    /** Opens the current dump. The caller closes its file. */
    async open(): Promise<OpenDump> {
      const dump = await getCurrent()
      const file = await open(dump.path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return null
      })
      if (file) return { ...dump, file, bytes: (await file.stat()).size }
      // Another process has just replaced the file.
      lastCheck = null
      const newer = await getCurrent()
      const newerFile = await open(newer.path)
      return { ...newer, file: newerFile, bytes: (await newerFile.stat()).size }
    },
  }
}
