import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { applyEnds, listEndedModels, type Offers, recordOffers } from '#features/models/server/record-offers.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { type Actor, deletedAccountId, siteAccountId } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { lowestId } from '#platform/ids.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import type { ModelResult } from '../contract.ts'
import { modelsToReplace } from '../low-result-rules.ts'
import { regradeProofs } from './renew-proofs.ts'
import { readTestResults } from './result-queries.ts'

/** How many prompts one query reads. */
const batchSize = 100
/** Only public results count. */
const visitor: Actor = { kind: 'visitor', address: '', browser: '' }
/** The site's own accounts, to which nobody can sign in. */
const siteAccounts = [siteAccountId, deletedAccountId]

type ModelOffers = Offers & { now: Date }

/**
 * Records which models the site offers today (`offered`: their ids), and updates the proofs by models that have ended or
 * are offered again. Notifies authors of published prompts that pass at
 * least half of their tests on an ended model, but fewer than half on each tested model that is still offered: once per
 * prompt and model, even if several processes call this function.
 */
export async function reportLowResults(db: Db, { now, ...offers }: ModelOffers): Promise<void> {
  const { offered } = offers
  await recordOffers(db, offers, now)
  await applyEnds(db, (model) => regradeProofs(db, model))
  const ended = await listEndedModels(db)
  if (ended.length === 0) return
  await handleEach({
    read: (last: string = lowestId) => listCandidates(db, ended, last),
    handle: async (ids) => {
      for (const id of ids) await report(db, id, { offered, ended, now })
    },
    idOf: (id) => id,
  })
}

/**
 * Returns the next published prompts after the id `last` that were tested on an ended model, unless their authors have
 * already been notified about this model.
 */
async function listCandidates(db: Db, ended: string[], last: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from prompts p
    where p.id > ${last} and p.has_results and ${isPublished} and p.user_id <> all(${siteAccounts}::uuid[]) and exists (
      select from test_runs r join test_answers a on a.run_id = r.id
      where r.prompt_id = p.id and a.status = 'done' and a.model = any(${ended}) and not a.own_key and not exists (
        select from low_result_notices n where n.prompt_id = p.id and n.model = a.model))
    order by p.id limit ${batchSize}`.execute(db)
  return rows.map(({ id }) => id)
}

async function report(db: Db, id: string, { now, ...models }: ModelOffers & { ended: string[] }): Promise<void> {
  const ended = modelsToReplace(await readShownResults(db, id), models)
  if (ended.length > 0) await inTransaction(db, (tx) => notifyAuthor(tx, id, ended, now))
}

/** Returns the public results of a prompt, or none if the prompt was hidden in the meantime. */
async function readShownResults(db: Db, id: string): Promise<ModelResult[]> {
  try {
    return (await readTestResults(db, visitor, id)).results
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return []
    throw error
  }
}

async function notifyAuthor(tx: Tx, id: string, ended: string[], now: Date): Promise<void> {
  // Locks the author's account, so that it can't be deleted before the notification is stored.
  const { rows: authors } = await sql<{ userId: string }>`
    select p.user_id from prompts p join users u on u.id = p.user_id where p.id = ${id} for key share of u`.execute(tx)
  if (!authors[0]) return
  const { rows } = await sql<{ model: string }>`
    insert into low_result_notices (prompt_id, model, notified_at)
    select ${id}::uuid, model, ${now}::timestamptz from unnest(${ended}::text[]) as t(model) order by model
    on conflict do nothing returning model`.execute(tx)
  if (rows.length === 0) return
  await recordEvent(tx, {
    kind: 'low-results',
    subjectId: id,
    actorId: null,
    promptId: id,
    now,
    models: rows.map(({ model }) => model),
    receiverIds: [authors[0].userId],
  })
}
