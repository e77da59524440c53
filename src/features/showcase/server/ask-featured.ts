import { sql } from 'kysely'
import { addSiteComparison } from '#features/comparison/server/add-site-comparison.ts'
import { failureOf, unexpectedErrorMessage } from '#features/models/server/answer-outcome.ts'
import type { Models } from '#features/models/server/create-models.ts'
import { storedText, t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import type { Jobs } from '#platform/work/jobs.ts'
import { readAskablePrompts } from './featured-answer-queries.ts'
import type { FeaturedAnswersTable } from './featured-answers.table.ts'

export type FeaturedContext = {
  db: Db
  now: () => Date
  jobs: Jobs
  models: Models
  streams: { shutdownSignal: AbortSignal }
}

/** The job that asks a model about one featured prompt. Its data is the prompt's id and the model. */
const job = 'featured-answer'
const interruptedMessage = storedText(
  'The server stopped while the model was answering. The highest possible cost counts toward today’s budget.',
)

/**
 * Asks an available language model about each featured prompt that it hasn't answered in its current text, at the site's
 * cost. Jobs do the asking. Repeating the request while they run changes nothing. The caller checks the member's role.
 * Throws AppError validation_failed, provider_unavailable or conflict (there is nothing to ask).
 */
export async function askFeatured(context: FeaturedContext, member: Member, modelId: string): Promise<void> {
  const { db, jobs, models, now } = context
  const model = await models.choose(modelId)
  if (model.vendor === 'built-in') throw invalidField('model', t('Choose a language model.'))
  const prompts = (await readAskablePrompts(db)).map(({ id, contentHash }) => ({
    id,
    hash: contentHash.toString('hex'),
  }))
  if (prompts.length === 0)
    throw new AppError('conflict', t('No featured prompt has values for all its blanks, so there is nothing to ask.'))
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ promptId: string }>`
      insert into featured_answers as a (prompt_id, model, content_hash, state, requested_at)
      select id, ${model.id}, decode(hash, 'hex'), 'waiting', ${now()}
      from jsonb_to_recordset(${JSON.stringify(prompts)}::jsonb) as p(id uuid, hash text) order by id
      on conflict (prompt_id, model) do update set state = 'waiting', content_hash = excluded.content_hash,
        failure = null, cost = null, comparison_id = null, requested_at = excluded.requested_at, ended_at = null
      where a.state = 'failed' or (a.state = 'done' and a.content_hash <> excluded.content_hash)
      returning prompt_id`.execute(tx)
    for (const { promptId } of rows)
      await jobs.add(tx, job, { promptId, model: model.id }, { key: `${promptId} ${model.id}` })
    if (rows.length > 0)
      await recordAuditEntry(tx, member, {
        action: 'prompts.ask-featured',
        details: { model: model.id, prompts: rows.length },
      })
  })
}

/** Sets the handler of the jobs that ask. A job that runs again, because its process was killed, asks nothing twice. */
export function handleFeaturedAnswers(context: FeaturedContext): void {
  context.jobs.handle(
    job,
    async (data, { attempt }) => {
      const { promptId, model } = data as { promptId: string; model: string }
      await answer(context, { promptId, model }, attempt)
    },
    { retries: 3 },
  )
}

type AnswerKey = { promptId: string; model: string }

async function answer(context: FeaturedContext, key: AnswerKey, attempt: number): Promise<void> {
  const { db, now, models } = context
  if (!(await claim(context, key))) {
    if (attempt > 1) await fail(context, key, interruptedMessage)
    return
  }
  try {
    const [prompt] = await readAskablePrompts(db, key.promptId)
    if (!prompt)
      return await fail(context, key, storedText('The prompt is no longer featured, or has a blank without a value.'))
    const model = await models.choose(key.model)
    const { shutdownSignal: signal } = context.streams
    const given = await models.askModel({
      model: key.model,
      prompt: prompt.filledText,
      signal,
      onText: () => undefined,
    })
    const failure = failureOf(given, signal.aborted)
    if (failure) return await fail(context, key, failure.message, given.spent)
    const { id: promptId, content, contentHash, values } = prompt
    await inTransaction(db, async (tx) => {
      const isDone = await change(tx, key, { state: 'done', contentHash, cost: given.cost, endedAt: now() })
      // The answer took so long that another process has already marked it as interrupted.
      if (!isDone) return
      const comparisonId = await addSiteComparison(tx, { promptId, content, values, model, answer: given, now: now() })
      await sql`
        update featured_answers set comparison_id = ${comparisonId}
        where prompt_id = ${promptId} and model = ${key.model}`.execute(tx)
    })
  } catch (error) {
    await fail(context, key, error instanceof AppError ? error.message : unexpectedErrorMessage())
    if (!(error instanceof AppError)) throw error
  }
}

/** Marks a waiting answer as being asked. Returns false if it isn't waiting. */
async function claim({ db, now }: FeaturedContext, { promptId, model }: AnswerKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('featuredAnswers')
    .set({ state: 'asking', askedAt: now() })
    .where('promptId', '=', promptId)
    .where('model', '=', model)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function fail({ db, now }: FeaturedContext, key: AnswerKey, failure: string, cost: number | null = null) {
  await change(db, key, { state: 'failed', failure, cost, endedAt: now() })
}

/** Changes an answer that is being asked. Returns false if it isn't being asked. */
async function change(db: Db, { promptId, model }: AnswerKey, values: Partial<FeaturedAnswersTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('featuredAnswers')
    .set(values)
    .where('promptId', '=', promptId)
    .where('model', '=', model)
    .where('state', '=', 'asking')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
