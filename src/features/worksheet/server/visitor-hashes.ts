import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { utcDay } from '#lib/utc-day.ts'
import type { Actor } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'

/** Returns the hashes under which this actor may have been counted in the last 24 hours, today's first. */
export async function visitorHashes(tx: Tx, actor: Actor, now: Date): Promise<[Buffer, ...Buffer[]]> {
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
