import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { LimitRule, Limits } from '#platform/limits.ts'
import type { ModelTrial } from '../contract.ts'
import type { Models } from './create-models.ts'

/** Limits how often an admin may test models and fetch lists of models. Each is a request with the site's key. */
export const modelTrials: LimitRule = { name: 'model-trial', points: 20, seconds: 3600 }

/** A question that costs little to answer. */
const question = 'Answer with the single word: yes'

type Context = { db: Db; limits: Limits; models: Models; shutdownSignal: AbortSignal }

/**
 * Asks a model for one word with the site's key, even while questions to its source are suspended after failures. If it
 * answers, the suspension ends. Writes to the audit log first, because the question costs the operator money. Throws
 * AppError authentication_required, forbidden, not_found, rate_limited.
 */
export async function tryModel(context: Context, actor: Actor, model: string): Promise<ModelTrial> {
  const admin = requireRole(actor, 'admin')
  const { db, limits, models, shutdownSignal } = context
  const source = models.sources().find((one) => one.models.some(({ id }) => id === model))
  if (!source || source.unavailableReason !== null) throw new AppError('not_found', t('This model isn’t connected.'))
  await limits.take(modelTrials, admin.id)
  await inTransaction(db, (tx) => recordAuditEntry(tx, admin, { action: 'models.test', details: { model } }))
  const { text, version, time, cost, ending } = await models.askModel({
    model,
    prompt: question,
    signal: shutdownSignal,
    isTrial: true,
    onText: () => undefined,
  })
  return { model, text: cutText(text, 200), version, time, cost, failure: failureOf(ending) }
}

function failureOf(ending: Awaited<ReturnType<Models['askModel']>>['ending']): string | null {
  if (ending.kind === 'done') return null
  return ending.kind === 'failed' ? ending.error.message : 'The server is stopping.'
}
