import { type Selectable, sql } from 'kysely'
import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import type { Actor } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { TestAnswer, TestRun, TestRunSummary } from '../contract.ts'
import { basisOf, readAcceptedCases } from './case-queries.ts'
import type { TestAnswersTable, TestRunsTable } from './prompt-tests.table.ts'
import { isRunVisibleTo } from './run-visibility.ts'

/** Cursors contain this name, so that the cursor of another list is refused. */
const listName = 'test-runs'

type RunRow = Pick<Selectable<TestRunsTable>, 'id' | 'bySite' | 'basis' | 'createdAt' | 'endedAt'> & {
  runner: string | null
  promptVersion: number | null
  models: string[]
  passed: number
  answered: number
  /** `createdAt` as text in full precision, for cursors. */
  position: string
}

/** The columns of a run's summary. In them, `r` is the run. */
const summaryColumns = sql`
  r.id, r.by_site, r.basis, r.created_at, r.ended_at, r.created_at::text as position,
  (select coalesce(u.display_username, u.username) from users u where u.id = r.user_id) as runner,
  (select max(v.version) from prompt_versions v where v.prompt_id = r.prompt_id and v.content = r.content) as prompt_version,
  array(select distinct a.model from test_answers a where a.run_id = r.id order by 1) as models,
  (select count(*) from test_answers a where a.run_id = r.id and a.passed) as passed,
  (select count(*) from test_answers a where a.run_id = r.id and a.status = 'done') as answered`

/**
 * Returns a page of the runs of a prompt (id or slug) that the actor may see, newest first. Throws AppError not_found
 * or validation_failed (an invalid cursor).
 */
export async function listRuns(
  db: Db,
  actor: Actor,
  idOrSlug: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<TestRunSummary>> {
  const prompt = await getPromptOrThrow(db, actor, idOrSlug)
  const basis = basisOf(prompt.content, await readAcceptedCases(db, prompt.id))
  const where = sql`r.prompt_id = ${prompt.id} and ${isRunVisibleTo(actor)}`
  const start = readCursor(listName, cursor, cursorKeys.time)
  const after = start ? sql`and (r.created_at, r.id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``
  const { rows } = await sql<RunRow>`
    select ${summaryColumns} from test_runs r join prompts p on p.id = r.prompt_id
    where ${where} ${after} order by r.created_at desc, r.id desc limit ${limit + 1}`.execute(db)
  const counts = await countUpTo(db, sql`test_runs r join prompts p on p.id = r.prompt_id where ${where}`)
  const { items, nextCursor } = cutPage(rows, limit, listName, (row) => ({ key: row.position, id: row.id }))
  return {
    items: items.map((row) => toSummary(row, basis)),
    nextCursor,
    ...counts,
  }
}

function toSummary({ basis, position: _, createdAt, endedAt, ...row }: RunRow, current: Buffer): TestRunSummary {
  return {
    ...row,
    isCurrent: basis.equals(current),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/**
 * Returns a run of a prompt (id or slug) with all answers. Only answers to the test case at index `caseIndex` include
 * their texts. Throws AppError not_found.
 */
export async function readRun(
  db: Db,
  actor: Actor,
  { id, runId, caseIndex }: { id: string; runId: string; caseIndex: number },
): Promise<TestRun> {
  const prompt = await getPromptOrThrow(db, actor, id)
  const { rows } = await sql<RunRow & Pick<Selectable<TestRunsTable>, 'cases' | 'parameters'>>`
    select ${summaryColumns}, r.cases, r.parameters from test_runs r join prompts p on p.id = r.prompt_id
    where r.id = ${runId} and r.prompt_id = ${prompt.id} and ${isRunVisibleTo(actor)}`.execute(db)
  if (!rows[0]) throw notFound(t('This run'))
  const { cases, parameters, ...row } = rows[0]
  const { rows: answers } = await sql<Omit<AnswerRow, 'text'> & { text: string | null }>`
    select place, case_place, round, model, vendor, version, own_key, status, failure, cut, time_to_first_token, time, tokens,
      cost, price, passed, checks, answered_at, case when case_place = ${caseIndex} then text end as text
    from test_answers where run_id = ${runId} order by case_place, vendor, model, round`.execute(db)
  const current = basisOf(prompt.content, await readAcceptedCases(db, prompt.id))
  return { ...toSummary(row, current), parameters, cases, answers: answers.map(toAnswer) }
}

type AnswerRow = Omit<Selectable<TestAnswersTable>, 'runId'>

function toAnswer({ casePlace, answeredAt, ...row }: Omit<AnswerRow, 'text'> & { text: string | null }): TestAnswer {
  return { ...row, case: casePlace, answeredAt: answeredAt?.toISOString() ?? null }
}
