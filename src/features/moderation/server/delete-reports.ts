import { sql } from 'kysely'
import { deletedAccountId } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { caseKinds } from '../rules.ts'
import { noReportedIds } from './reports.table.ts'

/** Deletes a banned user's reports that are still undecided, and cases that then have no reports. */
export async function deleteOpenReportsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('exampleReports').where('userId', '=', userId).where('decidedAt', 'is', null).execute()
  const { rows } = await sql<{ caseId: string }>`
    delete from reports r using report_cases c
    where c.id = r.case_id and c.state = 'open' and r.user_id = ${userId} returning r.case_id`.execute(tx)
  await deleteEmptyCases(
    tx,
    rows.map((row) => row.caseId),
  )
}

/**
 * Deletes the reports of an account that is being deleted, and cases that then have no reports. Decisions that the
 * account made as a moderator are attributed to the account that stands for all deleted accounts.
 */
export async function deleteReportsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('exampleReports').where('userId', '=', userId).execute()
  const { rows } = await sql<{ caseId: string }>`
    delete from reports where user_id = ${userId} returning case_id`.execute(tx)
  await deleteEmptyCases(
    tx,
    rows.map((row) => row.caseId),
  )
  await sql`update report_cases set decided_by = ${deletedAccountId} where decided_by = ${userId}`.execute(tx)
}

async function deleteEmptyCases(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    delete from report_cases c where c.id = any(${ids}) and not exists (select from reports r where r.case_id = c.id)`.execute(
    tx,
  )
}

/** Returns a user's reports for their data export. */
export async function exportReportsOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('reports as r')
    .innerJoin('reportCases as c', 'c.id', 'r.caseId')
    .select(caseKinds.map((kind) => `c.${kind}Id` as const))
    .select(['r.reason', 'r.details', 'r.createdAt', 'c.state'])
    .where('r.userId', '=', userId)
    .orderBy('r.createdAt')
    .execute()
  const exampleReports = await db
    .selectFrom('exampleReports as r')
    .select(['r.exampleId', 'r.reason', 'r.details', 'r.createdAt', 'r.decidedAt'])
    .where('r.userId', '=', userId)
    .orderBy('r.createdAt')
    .execute()
  return [
    ...rows.map(({ createdAt, ...row }) => ({ ...noReportedIds, ...row, createdAt: createdAt.toISOString() })),
    ...exampleReports.map(({ createdAt, decidedAt, ...row }) => ({
      ...noReportedIds,
      ...row,
      createdAt: createdAt.toISOString(),
      state: decidedAt ? 'decided' : 'open',
    })),
  ]
}
