import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import { inConfirmedTransaction } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { StreamRun } from '#server/platform/once-streaming.ts'
import { basisOf, readAcceptedCases } from './case-queries.ts'
import { askAll, endRun } from './run-tests.ts'
import { startTestRun } from './start-test-run.ts'
import type { JobContext } from './test-context.ts'
import { type Tested, testedText } from './test-run.ts'

/** Prompts for each call, and when their tests are due again, in days: with answers, and without any. */
const atOnce = 5
const dueDays = { answered: 30, unanswered: 1 }

type Featured = {
  id: string
  content: string
  basis: Buffer | null
  lastAt: Date | null
  answered: boolean | null
}

/**
 * Runs the tests of featured prompts on the cheapest model, at the site's cost: those that wait longest, each again after a
 * month or once its text or cases have changed. Stops when the daily budget is spent. Returns the number of runs.
 */
export async function rerunFeatured(context: JobContext): Promise<number> {
  const { rows } = await sql<Featured>`
    select p.id, p.content, last.basis, last.created_at as last_at, last.answered from prompts p
    left join lateral (
      select r.basis, r.created_at, exists (
        select from test_answers a where a.run_id = r.id and a.status = 'done') as answered
      from test_runs r where r.prompt_id = p.id and r.by_site order by r.created_at desc, r.id desc limit 1) last on true
    where ${isPublished} and p.featured and exists (
      select from test_cases c where c.prompt_id = p.id and c.status = 'accepted')
    order by last.created_at nulls first, p.id`.execute(context.db)
  let runs = 0
  for (const prompt of rows) {
    if (runs === atOnce) break
    const tested = await dueText(context, prompt)
    if (!tested) continue
    const model = await affordable(context)
    if (!model) break
    const stream = storing(context)
    const { run, waiting } = await startTestRun(context, { payer: null, tested, models: [model] }, stream)
    await askAll(context, run, { waiting, keys: {}, stream })
    await endRun(context, run, stream, null)
    runs++
  }
  return runs
}

/** What to test of a prompt; null if it isn't due, or too long for models. */
async function dueText({ db, now }: JobContext, { id, content, ...last }: Featured): Promise<Tested | null> {
  const cases = await readAcceptedCases(db, id)
  const days = last.answered ? dueDays.answered : dueDays.unanswered
  const isRecent = last.lastAt !== null && now().getTime() - last.lastAt.getTime() < days * 86_400_000
  if (isRecent && last.basis?.equals(basisOf(content, cases))) return null
  return orNull(() => testedText(id, content, cases))
}

/** The cheapest language model that answers now within the budget; null if there is none. */
async function affordable({ models }: JobContext): Promise<ChosenModel | null> {
  const model = await models.cheapest()
  return model.vendor === 'built-in' ? null : model
}

/** The result; null for an AppError. */
function orNull<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** A run that nobody reads along with. */
function storing({ db, streams }: JobContext): Pick<StreamRun, 'earlier' | 'signal' | 'commit'> {
  return {
    earlier: [],
    signal: streams.stopping,
    commit: async (change) => {
      await inConfirmedTransaction(db, change)
    },
  }
}
