import { sql } from 'kysely'
import { deletedAccountId } from '#server/platform/actor.ts'
import type { Db, Tx } from '#server/platform/db.ts'

/** Forgets the reports of a banned person that nobody has decided yet; a case that is left without any goes too. */
export async function forgetOpenReportsOf(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ caseId: string }>`
    delete from reports r using report_cases c
    where c.id = r.case_id and c.state = 'open' and r.user_id = ${userId} returning r.case_id`.execute(tx)
  await dropEmpty(
    tx,
    rows.map((row) => row.caseId),
  )
}

/** A person deletes the account: what they reported goes, what they decided stays as somebody's. */
export async function forgetReportsOf(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ caseId: string }>`
    delete from reports where user_id = ${userId} returning case_id`.execute(tx)
  await dropEmpty(
    tx,
    rows.map((row) => row.caseId),
  )
  await sql`update report_cases set decided_by = ${deletedAccountId} where decided_by = ${userId}`.execute(tx)
}

async function dropEmpty(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    delete from report_cases c where c.id = any(${ids}) and not exists (select from reports r where r.case_id = c.id)`.execute(
    tx,
  )
}

/** What a person has reported, for the export of their data. */
export async function exportReportsOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('reports as r')
    .innerJoin('reportCases as c', 'c.id', 'r.caseId')
    .select(['c.promptId', 'c.comparisonId', 'r.reason', 'r.details', 'r.createdAt', 'c.state'])
    .where('r.userId', '=', userId)
    .orderBy('r.createdAt')
    .execute()
  return rows.map(({ promptId, comparisonId, createdAt, ...row }) => ({
    promptId,
    comparisonId,
    createdAt: createdAt.toISOString(),
    ...row,
  }))
}
