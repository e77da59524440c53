import { sql } from 'kysely'
import { utcDay } from '#lib/utc-day.ts'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { createBatcher } from '#platform/work/batcher.ts'
import type { AskOutcome } from './ask-vendor.ts'

const microsPerDollar = 1_000_000
/** The maximum number of outcomes that one statement records. */
const batchMax = 200

/** An outcome to record, with an id that is unique in its batch. */
type Item = { id: string; source: string; outcome: AskOutcome; at: Date }
/**
 * What a batch changes in a source's row. Null keeps the stored value. `spent`, in millionths of a dollar, is added to
 * what answers on `day` have cost.
 */
type RowChange = { source: string; answeredAt: Date | null; failure: Failure | null; day: string; spent: number }
type Failure = { at: Date; model: string; text: string }

/**
 * Creates the function that records the outcome of a question: when the source last answered or failed, and what its
 * answers have cost that day. All outcomes of a source change the same row, so concurrent ones share one statement.
 */
export function createOutcomeRecorder(db: Db, now: () => Date): (source: string, outcome: AskOutcome) => Promise<void> {
  const recordTogether = createBatcher<Item, true>({
    keyOf: ({ id }) => id,
    async run(items) {
      await storeAll(db, items)
      return new Map(items.map(({ id }) => [id, true]))
    },
    max: batchMax,
  })
  return async (source, outcome) => {
    const item = { id: newId(), source, outcome, at: now() }
    // Null means that the database refused the batch.
    if (!(await recordTogether(item))) await storeAll(db, [item])
  }
}

async function storeAll(db: Db, items: Item[]): Promise<void> {
  await store(db, [...Map.groupBy(items, ({ source }) => source).values()].map(combine))
  await storeUnknown(db, items)
}

/** Stores since when a vendor says that it doesn't know a model, or that it answers again. Own keys aren't recorded. */
async function storeUnknown(db: Db, items: Item[]): Promise<void> {
  const last = new Map(items.map(({ outcome, at }) => [outcome.model, { ...outcome, at }]))
  for (const { model, isUnknown, isAnswered, at } of [...last.values()].sort((a, b) => (a.model < b.model ? -1 : 1))) {
    if (isUnknown)
      await sql`
        update model_offers set unknown_since = ${utcDay(at)}::date where model = ${model} and unknown_since is null`.execute(
        db,
      )
    else if (isAnswered)
      await sql`
        update model_offers set unknown_since = null where model = ${model} and unknown_since is not null`.execute(db)
  }
}

/** Combines the outcomes of a source, in their order, into one change of its row. */
function combine(items: Item[]): RowChange {
  const last = items.at(-1) as Item
  const day = utcDay(last.at)
  const failed = items.findLast(({ outcome }) => outcome.failure !== null)
  return {
    source: last.source,
    answeredAt: items.findLast(({ outcome }) => outcome.isAnswered)?.at ?? null,
    failure: failed ? { at: failed.at, model: failed.outcome.model, text: failed.outcome.failure ?? '' } : null,
    day,
    spent: items
      .filter(({ at }) => utcDay(at) === day)
      .reduce((sum, { outcome }) => sum + Math.ceil(outcome.cost * microsPerDollar), 0),
  }
}

/** Writes the rows in a fixed order, so that processes don't deadlock. */
async function store(db: Db, changes: RowChange[]): Promise<void> {
  const rows = changes
    .sort((a, b) => (a.source < b.source ? -1 : 1))
    .map(
      ({ source, answeredAt, failure, day, spent }) =>
        sql`(${source}, ${answeredAt}, ${failure?.at ?? null}, ${failure?.model ?? null}, ${failure?.text ?? null},
          ${day}, ${spent})`,
    )
  await sql`
    insert into model_states as s (source, answered_at, failed_at, failed_model, failure, spent_on, spent_micros)
    values ${sql.join(rows)}
    on conflict (source) do update set
      answered_at = coalesce(excluded.answered_at, s.answered_at),
      failed_at = coalesce(excluded.failed_at, s.failed_at),
      failed_model = coalesce(excluded.failed_model, s.failed_model),
      failure = coalesce(excluded.failure, s.failure),
      spent_on = excluded.spent_on,
      spent_micros = excluded.spent_micros + case when s.spent_on = excluded.spent_on then s.spent_micros else 0 end`.execute(
    db,
  )
}
