import { type Selectable, sql } from 'kysely'
import {
  isOwnOf,
  isVersionVisibleToUser,
  isVisibleToUser,
  type NamedPrompt,
  promptNameFor,
} from '#features/catalogue/server/prompt-visibility.ts'
import type { Db } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import type { TestAnswersTable, TestCasesTable, TestRunsTable } from './prompt-tests.table.ts'

type ExportedCase = Omit<Selectable<TestCasesTable>, 'userId' | 'promptId'> & { prompt: NamedPrompt }

/** Returns the test cases that a user wrote, for their data export. */
export async function exportTestCases(db: Db, userId: string): Promise<ExportedCase[]> {
  const { rows } = await sql<ExportedCase>`
    select ${promptNameFor(userId)} as prompt, c.id, c.status, c.reason, c.filled, c.checks, c.revision, c.created_at,
      c.updated_at
    from test_cases c join prompts p on p.id = c.prompt_id
    where c.user_id = ${userId} order by c.created_at, c.id`.execute(db)
  return rows
}

const isTextReadable = (userId: string) => sql`exists (select from prompt_versions v
  where v.prompt_id = r.prompt_id and v.content = r.content and ${isVersionVisibleToUser(userId)})`

/** How many runs one query reads, with all their answers. */
const batchSize = 5

type ExportedRun = Omit<Selectable<TestRunsTable>, 'userId' | 'promptId' | 'basis'> & { prompt: NamedPrompt }

/** Yields the runs that a user started, with all answers. Tested texts that the user may not see anymore are empty. */
export async function* exportTestRuns(db: Db, userId: string) {
  for (let last: string = lowestId; ; ) {
    const { rows: runs } = await sql<ExportedRun>`
      select ${promptNameFor(userId)} as prompt, r.id, r.by_site, r.change_request_id, r.side, r.parameters,
        r.created_at, r.ended_at, r.cases, case when ${isVisibleToUser(userId)} and (${isOwnOf(userId)} or ${isTextReadable(userId)})
          then r.content else '' end as content
      from test_runs r join prompts p on p.id = r.prompt_id
      where r.user_id = ${userId} and r.id > ${last} order by r.id limit ${batchSize}`.execute(db)
    const { rows: answers } = await sql<Selectable<TestAnswersTable>>`
      select * from test_answers where run_id = any(${runs.map(({ id }) => id)}) order by run_id, place`.execute(db)
    for (const run of runs) yield { ...run, answers: answers.filter(({ runId }) => runId === run.id) }
    if (runs.length < batchSize) return
    last = runs.at(-1)?.id ?? last
  }
}
