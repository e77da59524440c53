import { sql } from 'kysely'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { GeneratedPrompt, Generation, StartingPoint } from '../contract.ts'
import { holdMs } from '../rules.ts'
import type { GenerationsTable, StoredPrompt } from './generations.table.ts'
import { readStartingPoints } from './starting-point-queries.ts'

/** Cursors contain this name. The cursor of another list is therefore refused. */
const listName = 'generations'

/** Returns a page of a user's generations, newest first. */
export async function listGenerations(
  db: Db,
  userId: string,
  { limit, cursor, now }: { limit: number; cursor?: string; now: Date },
): Promise<Page<Generation>> {
  const start = readCursor(listName, cursor, cursorKeys.none)
  const after = start ? sql`and id < ${start.id}` : sql``
  const [{ rows }, counts] = await Promise.all([
    sql<GenerationsTable>`
      select * from generations where user_id = ${userId} ${after} order by id desc limit ${limit + 1}`.execute(db),
    countUpTo(db, sql`generations where user_id = ${userId}`),
  ])
  const { items, nextCursor } = cutPage(rows, limit, listName, ({ id }) => ({ key: '', id }))
  return { items: await toGenerations(db, userId, items, now), nextCursor, ...counts }
}

/** Yields all generations of a user, for the export of their data. */
export async function* exportGenerations(db: Db, userId: string): AsyncGenerator<Generation> {
  for (let last: string = lowestId; ; ) {
    const { rows } = await sql<GenerationsTable>`
      select * from generations where user_id = ${userId} and id > ${last} order by id limit ${exportBatchSize}`.execute(
      db,
    )
    yield* await toGenerations(db, userId, rows, new Date())
    if (rows.length < exportBatchSize) return
    last = rows.at(-1)?.id ?? last
  }
}

const exportBatchSize = 50

/** Deletes one generation of a user, or all if `id` is undefined. Does nothing if there is none. */
export async function deleteGenerations(tx: Db | Tx, userId: string, id?: string): Promise<void> {
  const condition = id === undefined ? sql`` : sql`and id = ${id}`
  await sql`delete from generations where user_id = ${userId} ${condition}`.execute(tx)
}

async function toGenerations(db: Db, userId: string, rows: GenerationsTable[], now: Date): Promise<Generation[]> {
  const ids = rows.flatMap(({ prompt }) => [prompt?.sourceId ?? [], prompt?.alternativeIds ?? []].flat())
  const startingPoints = await readStartingPoints(db, userId, ids)
  return rows.map((row) => toGeneration(row, now, startingPoints))
}

function toPrompt(
  { sourceId, alternativeIds = [], variables = [], ...prompt }: StoredPrompt,
  startingPoints: Map<string, StartingPoint>,
): GeneratedPrompt {
  const source = (sourceId && startingPoints.get(sourceId)) || null
  return { ...prompt, variables, source, alternatives: alternativeIds.flatMap((id) => startingPoints.get(id) ?? []) }
}

function toGeneration(row: GenerationsTable, now: Date, startingPoints: Map<string, StartingPoint>): Generation {
  const { kind = null, tone = null, audience = null, language = null } = row.wishes
  // The process died and the hold has expired, so the run cost nothing.
  const isInterrupted = row.status === 'running' && now.getTime() - row.createdAt.getTime() > holdMs
  return {
    id: row.id,
    idea: row.idea,
    kind,
    tone,
    audience,
    language,
    model: row.model,
    vendor: row.vendor,
    version: row.version,
    price: isInterrupted ? 0 : row.price,
    status: isInterrupted ? 'failed' : row.status,
    failure: isInterrupted ? t('The run was interrupted. Nothing was charged.') : row.failure,
    prompt: row.prompt && toPrompt(row.prompt, startingPoints),
    createdAt: row.createdAt.toISOString(),
  }
}
