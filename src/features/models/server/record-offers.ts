import { type RawBuilder, sql } from 'kysely'
import { utcDay } from '#lib/utc-day.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { endedAfterDays, unknownAfterDays } from '../rules.ts'

/** The models that the site offers, and of these the ones that their vendors' lists have, or no longer have. */
export type Offers = { offered: string[]; listed?: string[]; unlisted?: string[] }

/**
 * Records which models (ids) the site offers today, and which have ended: those that an admin ended, that the site
 * hasn't offered in the last `endedAfterDays` days, that are gone from their vendor's list after they were in it, or that
 * their vendor hasn't known for `unknownAfterDays` days. A second call on the same day changes nothing.
 */
export async function recordOffers(db: Db, { offered, listed = [], unlisted = [] }: Offers, now: Date): Promise<void> {
  const today = utcDay(now)
  const daysAgo = (days: number) => utcDay(new Date(now.getTime() - days * 86_400_000))
  await sql`
    insert into model_offers as o (model, offered_on)
    select distinct model, ${today}::date from unnest(${offered}::text[]) as t(model) order by model
    on conflict (model) do update set offered_on = excluded.offered_on where o.offered_on < excluded.offered_on`.execute(
    db,
  )
  await sql`
    update model_offers set listed_on = ${today}::date
    where model = any(${listed}) and listed_on is distinct from ${today}::date`.execute(db)
  await sql`
    update model_offers o set ended_by = new.reason, applied = false,
      ended_on = case when new.reason is not null then coalesce(o.ended_on, ${today}::date) end
    from (
      select model, case when ended_by = 'admin' then 'admin'
        when offered_on < ${daysAgo(endedAfterDays)}::date then 'offers'
        when listed_on is not null and model = any(${unlisted}) then 'list'
        when unknown_since <= ${daysAgo(unknownAfterDays)}::date then 'failures' end as reason
      from model_offers
    ) new
    where o.model = new.model and (o.ended_by, o.ended_on is null) is distinct from (new.reason, new.reason is null)`.execute(
    db,
  )
}

/**
 * Marks a model as ended, or takes that back. `isOffered`: whether the site offers it now. Returns false if the site
 * never offered it.
 */
export async function markEnded(
  tx: Tx,
  { model, ended, isOffered }: { model: string; ended: boolean; isOffered: boolean },
  now: Date,
): Promise<boolean> {
  const today = utcDay(now)
  if (isOffered)
    await sql`insert into model_offers (model, offered_on) values (${model}, ${today}) on conflict do nothing`.execute(
      tx,
    )
  const { rows } = await sql`
    update model_offers set ended_by = ${ended ? 'admin' : null}, applied = false, unknown_since = null,
      ended_on = ${ended ? sql`coalesce(ended_on, ${today}::date)` : null}
    where model = ${model} returning model`.execute(tx)
  return rows.length > 0
}

/** SQL that tells whether a model has ended. A model that this site never offered hasn't. */
export function isEndedModel(model: RawBuilder<string>): RawBuilder<boolean> {
  return sql`exists (select from model_offers o where o.model = ${model} and o.ended_on is not null)`
}

/** Returns the ids of models that have ended. */
export async function listEndedModels(db: Db): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`
    select o.model from model_offers o where o.ended_on is not null order by o.model`.execute(db)
  return rows.map(({ model }) => model)
}

/**
 * Calls `apply` for each model that has ended, or is offered again, since the last call. If it fails, the next call
 * repeats it.
 */
export async function applyEnds(db: Db, apply: (model: string) => Promise<void>): Promise<void> {
  const { rows } = await sql<{ model: string; endedOn: string | null }>`
    select o.model, o.ended_on::text from model_offers o where not o.applied order by o.model`.execute(db)
  for (const { model, endedOn } of rows) {
    await apply(model)
    await sql`
      update model_offers set applied = true where model = ${model} and ended_on is not distinct from ${endedOn}::date`.execute(
      db,
    )
  }
}
