import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { copyWindowHours } from '#features/catalogue/rules.ts'
import { authorsOf } from '#features/catalogue/server/author-counts.ts'
import { getPublishedPromptIdOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import type { CopyWay } from '#features/prompt-statistics/rules.ts'
import { utcDay } from '#lib/utc-day.ts'
import type { Actor } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/db.ts'

/**
 * Counts a copy of a published prompt (id or slug), once in 24 hours per member or visitor, and never for the author.
 * Returns the number of copies, with this one if it counts. Throws AppError not_found.
 */
export async function countCopy(
  db: Db,
  actor: Actor,
  { id, way = 'copy' }: { id: string; way?: CopyWay },
  now: Date,
): Promise<number> {
  const promptId = await getPublishedPromptIdOrThrow(db, id)
  return inTransaction(db, async (tx) => {
    if (!(await isAuthor(tx, actor, promptId)))
      await recordCopy(tx, { promptId, way }, await visitorHashes(tx, actor, now), now)
    const { rows } = await sql<{ copies: number }>`
      select p.copies + (select count(*) from prompt_copies c where c.prompt_id = p.id and not c.folded) as copies
      from prompts p where p.id = ${promptId}`.execute(tx)
    return rows[0]?.copies ?? 0
  })
}

async function isAuthor(tx: Tx, actor: Actor, promptId: string): Promise<boolean> {
  if (actor.kind !== 'user') return false
  const { rows } = await sql`select from prompts p
    where p.id = ${promptId} and (p.user_id = ${actor.id} or ${actor.id} = any(${authorsOf}))`.execute(tx)
  return rows.length > 0
}

/** Returns the hashes under which this actor may have been counted in the last 24 hours, today's first. */
async function visitorHashes(tx: Tx, actor: Actor, now: Date): Promise<[Buffer, ...Buffer[]]> {
  if (actor.kind !== 'visitor') return [hash(actor.kind === 'user' ? actor.id : actor.name)]
  const [today, yesterday] = await dailySalts(tx, now)
  const hashWith = (salt: Buffer) => hash(salt, actor.address, '\0', actor.browser)
  return [hashWith(today), ...(yesterday ? [hashWith(yesterday)] : [])]
}

function hash(...parts: (string | Buffer)[]): Buffer {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest()
}

/** Returns the salts of today and yesterday, and creates today's if it doesn't exist. */
async function dailySalts(tx: Tx, now: Date): Promise<[Buffer, Buffer | undefined]> {
  const today = utcDay(now)
  const read = () =>
    sql<{ day: string; salt: Buffer }>`
      select day::text as day, salt from daily_salts where day > ${today}::date - 2 order by day desc`.execute(tx)
  let { rows } = await read()
  if (rows[0]?.day !== today) {
    await sql`insert into daily_salts (day, salt) values (${today}, ${randomBytes(32)}) on conflict do nothing`.execute(
      tx,
    )
    rows = (await read()).rows
  }
  return [(rows[0] as { salt: Buffer }).salt, rows[1]?.salt]
}

/**
 * Adds a copy, unless the visitor was counted in the last 24 hours. Reuses the visitor's older row if it is already
 * part of the totals (`folded`), otherwise adds nothing.
 */
async function recordCopy(
  tx: Tx,
  { promptId, way }: { promptId: string; way: CopyWay },
  [visitor, ...formerHashes]: [Buffer, ...Buffer[]],
  now: Date,
) {
  const windowStart = new Date(now.getTime() - copyWindowHours * 3_600_000)
  await sql`
    insert into prompt_copies (prompt_id, visitor, copied_at, run)
    select ${promptId}::uuid, ${visitor}, ${now}, ${way === 'run'}
    where not exists (
      select from prompt_copies where prompt_id = ${promptId} and visitor = any(${formerHashes}) and copied_at > ${windowStart})
    on conflict (prompt_id, visitor) do update set copied_at = ${now}, folded = false, run = excluded.run
      where prompt_copies.copied_at <= ${windowStart} and prompt_copies.folded`.execute(tx)
}
