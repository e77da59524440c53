import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { WrittenPrompt } from '#features/catalogue/contract.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { ExportedPrompt } from '#features/transfer/export-rules.ts'
import { readExport } from '#features/transfer/server/export-prompts.ts'
import type { Db } from '#platform/database/db.ts'

/** A dump on disk, with the fingerprint of the prompts in it. */
export type DumpFile = { path: string; madeAt: Date; fingerprint: string }

const unfinishedPattern = /^(\d+)-[0-9a-f-]+\.half$/
/** No process takes this long to write a dump, in ms. An older unfinished file is from a process that was killed. */
const writingMaxMs = 3_600_000
const namePattern = /^prompts-(\d+)-([0-9a-f]+)\.jsonl\.gz$/

const publishedUntil = (time: Date) => sql<boolean>`(${isPublished} and p.published_at <= ${time})`

/**
 * Returns a fingerprint, in hexadecimal digits, of the prompts that were published by a given time and still are. It
 * changes when one of them is hidden, removed or deleted, but not when others are published.
 */
export async function readFingerprint(db: Db, time: Date): Promise<string> {
  const { rows } = await sql<{ fingerprint: string }>`
    select lpad(to_hex(count(*)), 8, '0') || to_hex(coalesce(bit_xor(hashtextextended(p.id::text, 0)), 0)) as fingerprint
    from prompts p where ${publishedUntil(time)}`.execute(db)
  return rows[0]?.fingerprint ?? ''
}

/** Returns the newest dump in a folder, ignoring any dated in the future, or null if there is none. */
export async function findNewestDump(folder: string, now: Date): Promise<DumpFile | null> {
  await mkdir(folder, { recursive: true })
  const dumps = (await readdir(folder)).flatMap((name) => {
    const [, time, fingerprint] = namePattern.exec(name) ?? []
    return time && fingerprint ? [{ path: join(folder, name), madeAt: new Date(Number(time)), fingerprint }] : []
  })
  const past = dumps.filter(({ madeAt }) => madeAt.getTime() <= now.getTime())
  return past.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())[0] ?? null
}

type DumpOptions = { folder: string; origin: string; time: Date }

/** Writes all prompts that are published at `time` into a new file, and deletes older dumps. */
export async function writeDump(db: Db, { folder, origin, time }: DumpOptions): Promise<DumpFile> {
  await mkdir(folder, { recursive: true })
  const unfinishedFile = join(folder, `${time.getTime()}-${randomUUID()}.half`)
  try {
    const fingerprint = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await pipeline(Readable.from(linesOf(tx, origin, time)), createGzip(), createWriteStream(unfinishedFile))
        return readFingerprint(tx, time)
      })
    const path = join(folder, `prompts-${time.getTime()}-${fingerprint}.jsonl.gz`)
    await rename(unfinishedFile, path)
    await deleteOthers(folder, path, time)
    return { path, madeAt: time, fingerprint }
  } finally {
    await rm(unfinishedFile, { force: true })
  }
}

async function* linesOf(db: Db, origin: string, time: Date): AsyncGenerator<string> {
  let last: string | null = null
  for (;;) {
    const prompts: ExportedPrompt[] = await readExport(db, publishedUntil(time), last, { origin })
    if (prompts.length === 0) return
    yield prompts.map((prompt) => `${JSON.stringify(rowOf(prompt, origin))}\n`).join('')
    last = prompts.at(-1)?.id ?? null
  }
}

/**
 * Returns a prompt's line in the dump, as an object. If the author reserves all rights, the content is null, and only
 * the prompt's page shows it.
 */
function rowOf(prompt: ExportedPrompt, origin: string) {
  const { id, slug, licence, author, credit, category, language, version, sha256, findings } = prompt
  const { createdAt, updatedAt, image, imageAlt, imageModel, imageDate } = prompt
  return {
    ...{ id, slug, url: `${origin}/prompt/${slug}`, licence, author, credit },
    // Title, description, content and the other fields that the author writes.
    ...WrittenPrompt.parse(prompt),
    ...(licence === 'all-rights-reserved' && { content: null, files: [], variables: [] }),
    ...{ category, language, version, sha256, findings, createdAt, updatedAt },
    ...{ image, imageAlt, imageModel, imageDate },
  }
}

/**
 * Deletes older dumps, and unfinished files of killed processes. Running downloads can finish, because the operating
 * system keeps a file until its last reader closes it.
 */
async function deleteOthers(folder: string, path: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, time] = namePattern.exec(name) ?? []
    if (time && Number(time) < now.getTime() && join(folder, name) !== path)
      await rm(join(folder, name), { force: true })
    const [, startedAt] = unfinishedPattern.exec(name) ?? []
    if (startedAt && Number(startedAt) < now.getTime() - writingMaxMs) await rm(join(folder, name), { force: true })
  }
}
