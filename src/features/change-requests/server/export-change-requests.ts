import { sql } from 'kysely'
import { PromptText } from '#features/catalogue/contract.ts'
import { isLiveForUser } from '#features/catalogue/server/prompt-visibility.ts'
import { columnsOf, type Db } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'

/** How many texts a query reads. The number is low, because each text may be 200,000 characters long. */
const batchTexts = 20

const textColumnsFor = (userId: string) =>
  Object.keys(PromptText.shape).map(
    (name) => sql`case when ${isLiveForUser(userId)} then ${columnsOf('cr', [name])} end as ${sql.id(name)}`,
  )

/**
 * Streams the edits that a member suggested, for the export of their data. If the prompt isn't live for them, the edit's
 * text is left out, because it contains the author's.
 */
export async function* exportChangeRequests(db: Db, userId: string): AsyncGenerator<unknown> {
  for (let last: string = lowestId; ; ) {
    const { rows } = await sql<{ id: string }>`
      select cr.id, cr.prompt_id, cr.base_version, ${sql.join(textColumnsFor(userId))}, cr.licence, cr.reason,
        cr.state, cr.answer, cr.removed_reason, cr.accepted_version, cr.created_at, cr.revised_at, cr.answered_at
      from change_requests cr join prompts p on p.id = cr.prompt_id
      where cr.user_id = ${userId} and cr.id > ${last} order by cr.id limit ${batchTexts}`.execute(db)
    yield* rows
    if (rows.length < batchTexts) return
    last = rows.at(-1)?.id ?? last
  }
}
