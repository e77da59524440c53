import type { Models } from '#features/models/server/create-models.ts'
import { applyEnds, markEnded } from '#features/models/server/record-offers.ts'
import { regradeProofs } from '#features/prompt-tests/server/renew-proofs.ts'
import { t } from '#lib/texts.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { Jobs } from '#platform/work/jobs.ts'

type Context = { db: Db; now: () => Date; jobs: Jobs; models: Models }

/** The name of the job that updates the proofs by a model. The name is stored with each job. */
const job = 'apply-model-ends'

/**
 * Marks a model as ended, or takes that back. A job updates what it proved. Throws AppError authentication_required,
 * forbidden, not_found (the site never offered the model).
 */
export async function endModel(
  { db, now, jobs, models }: Context,
  actor: Actor,
  { model, ended }: { model: string; ended: boolean },
): Promise<void> {
  const admin = requireRole(actor, 'admin')
  const isOffered = models.list().some(({ id }) => id === model)
  await inTransaction(db, async (tx) => {
    if (!(await markEnded(tx, { model, ended, isOffered }, now()))) throw notFound(t('This model'))
    await recordAuditEntry(tx, admin, { action: ended ? 'models.end' : 'models.reopen', details: { model } })
    await jobs.add(tx, job, {})
  })
}

/** Registers the handler of the job that `endModel` adds. */
export function handleMarkedEnds({ db, jobs }: Pick<Context, 'db' | 'jobs'>): void {
  jobs.handle(job, () => applyEnds(db, (model) => regradeProofs(db, model)))
}
