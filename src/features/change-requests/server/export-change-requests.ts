import { sql } from 'kysely'
import { VersionedPrompt } from '#features/catalogue/contract.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { columnsOf, type Db } from '#platform/db.ts'
import { lowestId } from '#platform/ids.ts'

/** How many texts a query reads. The number is low, because each text may be 200,000 characters long. */
const batchTexts = 20

const publicTextColumns = Object.keys(VersionedPrompt.shape).map(
  (name) => sql`case when ${isPublished} then ${columnsOf('cr', [name])} end as ${sql.id(name)}`,
)

/**
 * Streams the edits that a member suggested, for the export of their data. If the prompt isn't published, the edit's
 * text is left out, because it contains the author's.
 */
export async function* exportChangeRequests(db: Db, userId: string): AsyncGenerator<unknown> {
  for (let last: string = lowestId; ; ) {
    const { rows } = await sql<{ id: string }>`
      select cr.id, cr.prompt_id, cr.base_version, ${sql.join(publicTextColumns)}, cr.licence, cr.reason,
        cr.state, cr.answer, cr.removed_reason, cr.accepted_version, cr.created_at, cr.revised_at, cr.answered_at
      from change_requests cr join prompts p on p.id = cr.prompt_id
      where cr.user_id = ${userId} and cr.id > ${last} order by cr.id limit ${batchTexts}`.execute(db)
    yield* rows
    if (rows.length < batchTexts) return
    last = rows.at(-1)?.id ?? last
  }
}
