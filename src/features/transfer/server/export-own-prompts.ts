import { sql } from 'kysely'
import { withVersionAt } from '#features/catalogue/server/prompt-versions.ts'
import { isWrittenBy } from '#features/catalogue/server/prompt-visibility.ts'
import { largestFile } from '#features/examples/rules.ts'
import { keyOfSrc } from '#features/examples/server/picture-addresses.ts'
import type { PictureStore } from '#features/examples/server/picture-store.ts'
import { utcDay } from '#lib/utc-day.ts'
import { type Actor, requireMember } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import type { Limits } from '#platform/limits.ts'
import { streamOf } from '#platform/stream-of.ts'
import { type ExportedPrompt, type FileShape, fileShapes } from '../export-rules.ts'
import type { OwnExportFormat } from '../rules.ts'
import { textExportSection, textExportStart } from '../text-export-rules.ts'
import { type LabelRequest, readExport } from './export-prompts.ts'
import { filesOf, hasFilePerPrompt } from './prompt-files.ts'
import { exportsPerMember } from './transfer-limits.ts'
import { writeZip } from './write-zip.ts'

/** The last word of an archive's name, by format. */
const zipNameEndings = { md: 'markdown', skill: 'skills', prompt: 'dotprompt' }

/** A streamed file with its name, its media type, and how many prompts there were when the export began. */
export type OwnExport = { name: string; type: string; total: number; body: ReadableStream<Uint8Array> }

/** `label`: only prompts with this label, as they are in the version that has it. */
type ExportContext = {
  limits: Limits
  now: Date
  origin: string
  store: Pick<PictureStore, 'read'>
  label: string | null
}

/**
 * Exports all of a member's prompts except deleted ones as a file, ordered by id. Reads the prompts in batches while the
 * file is sent, so that a slow client doesn't keep a transaction open. Throws AppError authentication_required,
 * rate_limited.
 */
export async function exportOwnPrompts(
  db: Db,
  actor: Actor,
  format: OwnExportFormat,
  { limits, now, origin, store, label }: ExportContext,
): Promise<OwnExport> {
  const { id, username } = requireMember(actor)
  await limits.take(exportsPerMember, id)
  const at = label === null ? null : { label, reader: actor }
  const prompts = readOwnPrompts(db, id, origin, at)
  const total = await countOwnPrompts(db, id, at)
  const name = `prompts-${username}-${utcDay(now)}`
  if (format === 'text') {
    const shape = { start: textExportStart(username), between: '', end: '', textOf: textExportSection }
    return { name: `${name}.md`, type: 'text/markdown; charset=utf-8', total, body: streamOf(textsOf(shape, prompts)) }
  }
  // The storage logs its failures. Then the file names the picture's address, and the export goes on.
  const readPicture = (address: string) => store.read(keyOfSrc(address), largestFile).catch(() => null)
  if (hasFilePerPrompt(format))
    return {
      name: `${name}-${zipNameEndings[format]}.zip`,
      type: 'application/zip',
      total,
      body: streamOf(writeZip(filesOf(format, prompts, readPicture))),
    }
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json'
  return { name: `${name}.${format}`, type, total, body: streamOf(textsOf(fileShapes[format], prompts)) }
}

function isInExportOf(userId: string) {
  return sql<boolean>`${isWrittenBy(userId)} and p.status <> 'deleted'`
}

async function countOwnPrompts(db: Db, userId: string, at: LabelRequest | null): Promise<number> {
  const { rows } = await sql<{ prompts: number }>`
    select count(*) as prompts from prompts p ${at ? withVersionAt(at.label, at.reader) : sql``}
    where ${isInExportOf(userId)}`.execute(db)
  return rows[0]?.prompts ?? 0
}

async function* readOwnPrompts(
  db: Db,
  userId: string,
  origin: string,
  at: LabelRequest | null,
): AsyncGenerator<ExportedPrompt> {
  let last: string | null = null
  for (;;) {
    const prompts: ExportedPrompt[] = await readExport(db, isInExportOf(userId), last, { origin, isOwn: true, at })
    if (prompts.length === 0) return
    yield* prompts
    last = prompts.at(-1)?.id ?? null
  }
}

async function* textsOf(
  { start, between, end, textOf }: FileShape,
  prompts: AsyncIterable<ExportedPrompt>,
): AsyncGenerator<Uint8Array> {
  let before = start
  for await (const prompt of prompts) {
    yield Buffer.from(before + textOf(prompt))
    before = between
  }
  yield Buffer.from((before === start ? start : '') + end)
}
