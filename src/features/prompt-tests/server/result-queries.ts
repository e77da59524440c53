import { sql } from 'kysely'
import type { Prompt } from '#features/catalogue/contract.ts'
import { getPromptTextOrThrow, hasIdOrSlug } from '#features/catalogue/server/prompt-queries.ts'
import { isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { groupRightOf, roleOf, type WriterFacts } from '#features/catalogue/server/stored/stored-prompt.ts'
import { t } from '#lib/texts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { ModelResult, PromptTests, TestResults } from '../contract.ts'
import { passInterval } from '../rules.ts'
import { basisOf, type CaseRow, readAcceptedCases, readCases, toTestCase } from './case-queries.ts'
import { isRunVisibleTo } from './run-visibility.ts'

/** `version` is the model's; `promptVersion` is the prompt's. */
type ResultRow = Omit<ModelResult, 'low' | 'high' | 'measuredAt'> & { measuredAt: Date; content: string }

/**
 * Returns the test cases of a prompt (id or slug) that the actor may see, and the results of each model: those on the
 * current text and test cases, or the model's newest ones if it wasn't tested on these. Throws AppError not_found.
 */
export async function readTests(db: Db, actor: Actor, idOrSlug: string): Promise<PromptTests> {
  const prompt = await getPromptTextOrThrow(db, actor, idOrSlug)
  const rows = await readCases(db, prompt.id)
  const cases = rows.filter(({ status }) => status === 'accepted')
  const { results, earlier } = await readResults(db, actor, prompt, cases)
  return {
    ...results,
    cases: cases.map(toTestCase),
    proposals: (await readVisibleProposals(db, actor, prompt.id, rows)).map(toTestCase),
    measuredContent: earlier?.content ?? null,
  }
}

/**
 * Returns only the results from `readTests`, with a single query for a prompt that was never tested, as most are. Throws
 * AppError not_found.
 */
export async function readTestResults(db: Db, actor: Actor, idOrSlug: string): Promise<TestResults> {
  const { rows } = await sql<Pick<Prompt, 'id' | 'content' | 'version'> & { isTested: boolean }>`
    select p.id, p.content, p.version, exists (select from test_runs r where r.prompt_id = p.id)
      or exists (select from test_cases c where c.prompt_id = p.id and c.status = 'accepted') as is_tested
    from prompts p where ${isVisibleTo(actor)} and ${hasIdOrSlug(idOrSlug)}`.execute(db)
  const [prompt] = rows
  if (!prompt) throw notFound(t('This prompt'))
  if (!prompt.isTested) return { version: prompt.version, caseCount: 0, results: [], measuredVersion: null }
  const { results } = await readResults(db, actor, prompt, await readAcceptedCases(db, prompt.id))
  return results
}

type MeasuredText = { promptVersion: number; content: string }

/** Reads the results. `earlier` is the text that was measured last, if the current one wasn't measured. */
async function readResults(
  db: Db,
  actor: Actor,
  { id, content, version }: Pick<Prompt, 'id' | 'content' | 'version'>,
  cases: CaseRow[],
): Promise<{ results: TestResults; earlier: MeasuredText | null }> {
  const rows = await readRows(db, actor, id, basisOf(content, cases))
  const isMeasured = rows.some((row) => row.isCurrent || row.content === content)
  const earlier = isMeasured ? null : (rows.filter(hasVersion).sort(byTime).at(-1) ?? null)
  const results = {
    version,
    caseCount: cases.length,
    results: rows.map(toResult),
    measuredVersion: earlier?.promptVersion ?? null,
  }
  return { results, earlier }
}

function hasVersion(row: ResultRow): row is ResultRow & MeasuredText {
  return row.promptVersion !== null
}

function byTime(one: ResultRow, other: ResultRow): number {
  return one.measuredAt.getTime() - other.measuredAt.getTime()
}

/** Returns the open proposals: all of them for members who may decide on them, otherwise only the actor's own. */
async function readVisibleProposals(db: Db, actor: Actor, promptId: string, rows: CaseRow[]): Promise<CaseRow[]> {
  if (actor.kind !== 'user') return []
  const proposals = rows.filter(({ status }) => status === 'proposed')
  if (proposals.length === 0) return []
  const { rows: found } = await sql<WriterFacts>`
    select p.user_id, p.group_id, p.status, p.status_before, ${groupRightOf(actor)} from prompts p
    where p.id = ${promptId} and ${isVisibleTo(actor)}`.execute(db)
  const seesAll = found.some((prompt) => roleOf(actor, prompt) !== null)
  return seesAll ? proposals : proposals.filter((row) => row.userId === actor.id)
}

/**
 * Returns each model's results on `basis`, which is the current text and test cases, or its newest results if it has
 * none on this basis. Leaves out models that have never answered.
 */
async function readRows(db: Db, actor: Actor, promptId: string, basis: Buffer): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    with measured as (
      select a.model, a.vendor, a.version, r.basis, r.basis = ${basis} as is_current, min(r.content) as content,
        count(*) filter (where a.passed) as passed, count(*) filter (where a.status = 'done') as answered,
        count(*) filter (where a.status = 'failed') as failed, max(a.answered_at) as measured_at,
        (array_agg(a.price order by a.answered_at desc) filter (where a.status = 'done' and a.price > 0))[1] as price,
        round(percentile_cont(0.5) within group (order by a.time) filter (where a.status = 'done'))::integer as time,
        avg(a.cost) filter (where a.status = 'done') as cost, max(r.prompt_id::text)::uuid as prompt_id, max(r.id::text) as last_run
      from test_runs r join prompts p on p.id = r.prompt_id join test_answers a on a.run_id = r.id
      where r.prompt_id = ${promptId} and ${isRunVisibleTo(actor)} and a.status in ('done', 'failed')
      group by a.model, a.vendor, a.version, r.basis
    ), counted as (
      -- A failed answer rarely names its model version, so it counts toward the version that answered last.
      select *, sum(failed) filter (where answered = 0) over (partition by model, vendor, basis) as failed_without_answers,
        row_number() over (partition by model, vendor, basis order by answered > 0 desc, measured_at desc, version) as place
      from measured
    ), answered_versions as (
      select *, (failed + case when place = 1 then coalesce(failed_without_answers, 0) else 0 end)::integer as unanswered,
        first_value(basis) over (
          partition by model order by is_current desc, measured_at desc, last_run desc) as shown_basis
      from counted where answered > 0
    )
    select model, vendor, version, passed, answered, unanswered as failed, price, time, cost, measured_at, is_current, content, (
      select max(v.version) from prompt_versions v where v.prompt_id = answered_versions.prompt_id
        and v.content = answered_versions.content
    ) as prompt_version
    from answered_versions where basis = shown_basis order by is_current desc, vendor, model, version`.execute(db)
  return rows
}

function toResult({ content: _, measuredAt, ...row }: ResultRow): ModelResult {
  const interval = passInterval(row.passed, row.answered)
  return { ...row, low: interval?.low ?? null, high: interval?.high ?? null, measuredAt: measuredAt.toISOString() }
}
