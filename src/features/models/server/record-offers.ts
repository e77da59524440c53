import { sql } from 'kysely'
import type { Db } from '#platform/db.ts'
import { endedAfterDays } from '../rules.ts'

/** Records that this site offers the models with these ids today. A second call on the same day changes nothing. */
export async function recordOffers(db: Db, models: string[], now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  await sql`
    insert into model_offers as o (model, offered_on)
    select distinct model, ${today}::date from unnest(${models}::text[]) as t(model) order by model
    on conflict (model) do update set offered_on = excluded.offered_on where o.offered_on < excluded.offered_on`.execute(
    db,
  )
}

/** Returns the ids of models that this site once offered, but not in the last `endedAfterDays` days. */
export async function listEndedModels(db: Db, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - endedAfterDays * 86_400_000).toISOString().slice(0, 10)
  const { rows } = await sql<{ model: string }>`
    select o.model from model_offers o where o.offered_on < ${since}::date order by o.model`.execute(db)
  return rows.map(({ model }) => model)
}
