import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'

/** How many requests a query reads. Each may hold a text of 200,000 characters. */
const batchRows = 20

/** Streams what a member sent for approval, for the export of their data. */
export async function* exportApprovals(db: Db, userId: string): AsyncGenerator<unknown> {
  for (let last: string = lowestId; ; ) {
    const { rows } = await sql<{ id: string }>`
      select a.id, a.prompt_id, g.name::text as "group", a.kind, a.change, a.note, a.state, a.answer, a.created_at,
        a.revised_at, a.decided_at
      from approvals a join groups g on g.id = a.group_id
      where a.user_id = ${userId} and a.id > ${last} order by a.id limit ${batchRows}`.execute(db)
    yield* rows
    if (rows.length < batchRows) return
    last = rows.at(-1)?.id ?? last
  }
}

/** Returns the prompts of groups that a member answers for, for the export of their data. */
export async function exportReviews(db: Db, userId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select r.prompt_id, g.name::text as "group", r.due_at from prompt_reviews r join groups g on g.id = r.group_id
    where r.owner_id = ${userId} order by r.group_id, r.due_at, r.prompt_id`.execute(db)
  return rows
}

/** Streams a member's comments on what was sent for approval, for the export of their data. */
export async function* exportApprovalComments(db: Db, userId: string): AsyncGenerator<unknown> {
  const commentsPerQuery = 200
  for (let last: string = lowestId; ; ) {
    const { rows } = await sql<{ id: string }>`
      select c.id, c.approval_id, c.body, c.created_at from approval_comments c
      where c.user_id = ${userId} and c.id > ${last} order by c.id limit ${commentsPerQuery}`.execute(db)
    yield* rows
    if (rows.length < commentsPerQuery) return
    last = rows.at(-1)?.id ?? last
  }
}
