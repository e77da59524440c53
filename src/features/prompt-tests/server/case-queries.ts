import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { TestCase } from '../contract.ts'
import type { RunCase, TestCasesTable } from './prompt-tests.table.ts'

/** An accepted or proposed test case. `author` is its author's username, or null if that account was deleted. */
export type CaseRow = RunCase & Pick<TestCasesTable, 'userId' | 'status' | 'createdAt'> & { author: string | null }

/** Returns the accepted and proposed test cases of a prompt, oldest first. `testLimits` limits their number. */
export function readCases(db: Db, promptId: string): Promise<CaseRow[]> {
  return selectCases(db, sql`c.prompt_id = ${promptId}`)
}

/** Returns the accepted test cases of a prompt, in the order in which a run uses them. */
export function readAcceptedCases(db: Db, promptId: string): Promise<CaseRow[]> {
  return selectCases(db, sql`c.prompt_id = ${promptId} and c.status = 'accepted'`)
}

/** Returns a prompt's test case with this id. Throws AppError not_found. */
export async function getCaseOrThrow(db: Db, promptId: string, id: string): Promise<CaseRow> {
  const [row] = await selectCases(db, sql`c.prompt_id = ${promptId} and c.id = ${id}`)
  if (!row) throw notFound(t('This case'))
  return row
}

async function selectCases(db: Db, where: RawBuilder<unknown>): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select c.id, c.revision, c.reason, c.filled as values, c.checks, c.user_id, c.status, c.created_at,
      coalesce(u.display_username, u.username) as author
    from test_cases c left join users u on u.id = c.user_id
    where ${where} order by c.created_at, c.id`.execute(db)
  return rows
}

export function toTestCase({ id, reason, values, checks, revision, author, createdAt }: CaseRow): TestCase {
  return { id, reason, values, checks, revision, author, createdAt: createdAt.toISOString() }
}

/** Returns the basis of results: the SHA-256 of the prompt's text and of the ids and revisions of its test cases. */
export function basisOf(content: string, cases: Pick<RunCase, 'id' | 'revision'>[]): Buffer {
  const basis = [content, cases.map(({ id, revision }) => [id, revision])]
  return createHash('sha256').update(JSON.stringify(basis)).digest()
}
