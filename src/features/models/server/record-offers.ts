import { sql } from 'kysely'
import { utcDay } from '#lib/utc-day.ts'
import type { Db } from '#platform/db.ts'
import { endedAfterDays } from '../rules.ts'

/** Records that this site offers the models with these ids today. A second call on the same day changes nothing. */
export async function recordOffers(db: Db, models: string[], now: Date): Promise<void> {
  const today = utcDay(now)
  await sql`
    insert into model_offers as o (model, offered_on)
    select distinct model, ${today}::date from unnest(${models}::text[]) as t(model) order by model
    on conflict (model) do update set offered_on = excluded.offered_on where o.offered_on < excluded.offered_on`.execute(
    db,
  )
}

/** Returns the ids of models that this site once offered, but not in the last `endedAfterDays` days. */
export async function listEndedModels(db: Db, now: Date): Promise<string[]> {
  const since = utcDay(new Date(now.getTime() - endedAfterDays * 86_400_000))
  const { rows } = await sql<{ model: string }>`
    select o.model from model_offers o where o.offered_on < ${since}::date order by o.model`.execute(db)
  return rows.map(({ model }) => model)
}
