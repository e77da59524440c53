import { reserveInBatch } from '#features/credits/server/reserve-credits.ts'
import { settleInBatch } from '#features/credits/server/settle-hold.ts'
import { type Db, inConfirmedTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { createBatcher } from '#platform/work/batcher.ts'
import type { StreamEvent } from '#platform/work/idempotency.table.ts'
import { storeResponses } from '#platform/work/once-claims.ts'
import type { ResponsesFor } from '#platform/work/once-streaming.ts'
import {
  doneEvent,
  type FinishedRun,
  insertGenerations,
  type NewRun,
  reservationOf,
  settlementOf,
  startEvent,
  updateGenerations,
} from './store-generation.ts'

/** The maximum number of runs that one transaction begins or charges. */
const batchMax = 200
/** How many transactions can begin runs at the same time. As many more can charge runs. */
const concurrency = 3

/** `responsesFor` returns what the transaction must pass to `storeResponses` to store the run's event. */
type BatchedRun<Item> = Item & { responsesFor: ResponsesFor }

/**
 * Creates the functions that begin and charge concurrent runs of several members in one transaction. They return null
 * if nothing was changed for a run, which then has to be begun or charged alone.
 */
export function createGenerationBatches({ db, now }: { db: Db; now: () => Date }) {
  return {
    begin: createRunBatcher<NewRun>(db, async (tx, items) => {
      const reservations = items.map(({ run }) => reservationOf(run, now()))
      const credits = await reserveInBatch(tx, now(), reservations)
      const newRuns = items.filter(({ run }) => credits.has(run.member.id))
      await insertGenerations(tx, newRuns, now())
      return newRuns.map((item) => [item, startEvent(item.run)])
    }),
    charge: createRunBatcher<FinishedRun>(db, async (tx, items) => {
      const settlements = items.map(({ run }) => settlementOf(run))
      const credits = await settleInBatch(tx, now(), settlements)
      const charged = items.filter(({ run }) => credits.has(run.member.id))
      await updateGenerations(tx, charged)
      return charged.map((item) => [item, doneEvent(item, credits.get(item.run.member.id) as number)])
    }),
  }
}

export type GenerationBatches = ReturnType<typeof createGenerationBatches>

/** `change` changes the runs that it can, and returns each of them with its event. */
function createRunBatcher<Item extends NewRun | FinishedRun>(
  db: Db,
  change: (tx: Tx, items: BatchedRun<Item>[]) => Promise<[BatchedRun<Item>, StreamEvent][]>,
) {
  return createBatcher<BatchedRun<Item>, StreamEvent[]>({
    keyOf: ({ run }) => run.member.id,
    max: batchMax,
    concurrency,
    async run(items) {
      try {
        return await inConfirmedTransaction(db, async (tx) => {
          const changed = await change(tx, items)
          const toStore = changed.flatMap(([{ responsesFor }, event]) => responsesFor([event]))
          await storeResponses(tx, toStore)
          return new Map(changed.map(([{ run }, event]) => [run.member.id, [event]]))
        })
      } catch (error) {
        // Another process has taken over one of the runs, and nothing was changed. Alone, the others can succeed.
        if (error instanceof AppError) return new Map()
        throw error
      }
    },
  })
}
