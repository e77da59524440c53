import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import { type Db, inConfirmedTransaction, inTransaction, violatesKey } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import type { StreamRun } from '#platform/work/once-streaming.ts'
import { readAcceptedCases } from './case-queries.ts'
import { askAll, endRun } from './run-tests.ts'
import { startTestRun } from './start-test-run.ts'
import type { RunContext } from './test-context.ts'
import { questionsOf, type TestedPrompt, type TestQuestion, type TestRunState, toTestedPrompt } from './test-run.ts'

/** How many prompts one call tests at most. */
const promptsPerCall = 5
/** After how many days a question is due again. */
const dueDays = { answered: 30, unanswered: 1 }
/** After this many attempts, an unanswered question waits as long as an answered one. */
const attemptsMax = 3

/**
 * A featured prompt with the basis and start of its last run by the site, and whether any question of that run was
 * answered. These three are null if there was no such run.
 */
type FeaturedPrompt = {
  id: string
  content: string
  basis: Buffer | null
  lastAt: Date | null
  answered: boolean | null
}

/**
 * Runs the tests of featured prompts on the cheapest model at the site's cost, those that have waited longest first. A
 * prompt is due after a month, or when its text or test cases change. Stops when the daily budget is spent, even during
 * a run: the run's answers count, and a later call asks its other questions. Returns how many runs asked a question.
 */
export async function rerunFeatured(context: RunContext): Promise<number> {
  const { rows } = await sql<FeaturedPrompt>`
    select p.id, p.content, last.basis, last.created_at as last_at, last.answered from prompts p
    left join lateral (
      select r.basis, r.created_at, exists (
        select from test_answers a where a.run_id = r.id and a.status = 'done') as answered
      from test_runs r where r.prompt_id = p.id and r.by_site order by r.created_at desc, r.id desc limit 1) last on true
    where ${isPublished} and p.featured and exists (
      select from test_cases c where c.prompt_id = p.id and c.status = 'accepted')
    order by last.created_at nulls first, p.id`.execute(context.db)
  let runs = 0
  let isSpent = false
  const waiting = [...rows]
  await handleEach({
    read: async () => (runs === promptsPerCall || isSpent ? [] : waiting.splice(0, 1)),
    handle: async ([prompt]) => {
      const result = prompt && (await rerun(context, prompt))
      if (result?.isAsked) runs++
      if (result?.isSpent) isSpent = true
    },
    idOf: ({ id }) => id,
  })
  return runs
}

/** Runs the due tests of a prompt. Returns whether any question was asked, and whether the daily budget is spent. */
async function rerun(context: RunContext, prompt: FeaturedPrompt): Promise<{ isAsked: boolean; isSpent: boolean }> {
  const model = await findAffordableModel(context)
  if (!model) return { isAsked: false, isSpent: true }
  const due = await readDueQuestions(context, prompt, model)
  const stream = createUnwatchedStream(context)
  const started = due && (await startOnce(context, due, model, stream))
  if (!started) return { isAsked: false, isSpent: false }
  const { run, waiting } = started
  await askAll(context, run, { waiting, keys: {}, stream })
  const requestCount = await countRequests(context.db, run.id)
  if (requestCount === 0) await removeRun(context.db, run)
  else await endRun(context, run, stream, null)
  return { isAsked: requestCount > 0, isSpent: requestCount < waiting.length }
}

type DueQuestions = { prompt: TestedPrompt; questions: TestQuestion[] }

/**
 * Starts a run. Returns null if the site already has an open run for this prompt: one in another process, or one whose
 * process died.
 */
async function startOnce(
  context: RunContext,
  { prompt, questions }: DueQuestions,
  model: ChosenModel,
  stream: UnwatchedStream,
) {
  try {
    return await startTestRun(context, { payer: null, prompt, models: [model], onlyQuestions: questions }, stream)
  } catch (error) {
    if (violatesKey(error, 'test_runs_one_own')) return null
    throw error
  }
}

/**
 * Returns the questions on the current text and test cases that are due (`dueDays`, `attemptsMax`). Returns null if none
 * is due, or if the text is too long for models.
 */
async function readDueQuestions(
  { db, now }: RunContext,
  { id, content, ...last }: FeaturedPrompt,
  model: ChosenModel,
): Promise<DueQuestions | null> {
  const cases = await readAcceptedCases(db, id)
  const prompt = orNull(() => toTestedPrompt(id, content, cases))
  if (!prompt) return null
  const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000)
  const isFailing = last.answered === false && last.basis?.equals(prompt.basis)
  if (isFailing && last.lastAt && last.lastAt > daysAgo(dueDays.unanswered)) return null
  const recentQuestions = await readRecentQuestions(db, prompt, {
    month: daysAgo(dueDays.answered),
    day: daysAgo(dueDays.unanswered),
  })
  // If another model was the cheapest until recently, its answers count for a month and this model isn't asked yet.
  if (recentQuestions.length > 0 && !recentQuestions.some((one) => one.model === model.id)) return null
  const places = new Set(recentQuestions.flatMap((one) => (one.model === model.id ? [one.place] : [])))
  const questions = questionsOf(prompt.cases.length, [model]).filter(({ place }) => !places.has(place))
  return questions.length > 0 ? { prompt, questions } : null
}

/**
 * Returns the questions on this basis that the site asked in the last month and needn't ask again: those that were
 * answered, asked in the last day, or asked `attemptsMax` times. Leaves out models without any answer in that month. The
 * question at a place is the same in each run.
 */
async function readRecentQuestions(
  db: Db,
  { promptId, basis }: TestedPrompt,
  since: { month: Date; day: Date },
): Promise<{ model: string; place: number }[]> {
  const { rows } = await sql<{ model: string; place: number }>`
    select a.model, a.place from test_runs r join test_answers a on a.run_id = r.id
    where r.prompt_id = ${promptId} and r.by_site and r.basis = ${basis} and r.created_at > ${since.month}
      and exists (
        select from test_runs other join test_answers answered
          on answered.run_id = other.id and answered.status = 'done' and answered.model = a.model
        where other.prompt_id = r.prompt_id and other.by_site and other.basis = r.basis and other.created_at > ${since.month})
    group by a.model, a.place
    having bool_or(a.status = 'done') or max(r.created_at) > ${since.day} or count(*) >= ${attemptsMax}`.execute(db)
  return rows
}

/** Counts the questions that a run asked. Questions that the budget couldn't pay for were removed from the run. */
async function countRequests(db: Db, runId: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from test_answers where run_id = ${runId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Removes a run in which no question could be asked. */
function removeRun(db: Db, { id, promptId }: TestRunState): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx.deleteFrom('testRuns').where('id', '=', id).execute()
    await recordContentChange(tx, [promptId])
  })
}

/** Returns the cheapest language model that the budget allows, or null if there is none. */
async function findAffordableModel({ models }: RunContext): Promise<ChosenModel | null> {
  const model = await models.cheapest()
  return model.vendor === 'built-in' ? null : model
}

/** Returns the result of `work`, or null if it throws an AppError. */
function orNull<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

type UnwatchedStream = Pick<StreamRun, 'earlier' | 'signal' | 'commit'>

/** Creates the stream of a run that no reader follows. It commits the run's changes and discards its events. */
function createUnwatchedStream({ db, streams }: RunContext): UnwatchedStream {
  return {
    earlier: [],
    signal: streams.shutdownSignal,
    commit: async (change) => {
      await inConfirmedTransaction(db, change)
    },
  }
}
