import { sql } from 'kysely'
import { labelsOn } from '#features/labels/server/label-queries.ts'
import { columnsOf, type Db } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { VersionedPrompt, WrittenPrompt } from '../contract.ts'
import { isVersionVisibleToUser, isVisibleToUser, isWrittenBy } from './prompt-visibility.ts'

/** How many texts a query reads. Each may be 200,000 characters long. */
const batchTexts = 20

/** Streams all prompts of a person, whatever their status, for the export of their data. */
export async function* readOwnPrompts(db: Db, userId: string): AsyncGenerator<unknown> {
  for (let last: string = lowestId; ; ) {
    const { rows } = await sql<{ id: string }>`
      select p.id, p.slug, ${columnsOf('p', Object.keys(WrittenPrompt.shape))}, c.slug as category, p.language, p.status,
        p.removed_reason, p.created_at, p.updated_at
      from prompts p join categories c on c.id = p.category_id
      where ${isWrittenBy(userId)} and p.id > ${last} order by p.id limit ${batchTexts}`.execute(db)
    yield* rows
    if (rows.length < batchTexts) return
    last = rows.at(-1)?.id ?? last
  }
}

const readableTexts = Object.keys(VersionedPrompt.shape).map(
  (name) => sql`case when is_readable then ${columnsOf('v', [name])} end as ${sql.id(name)}`,
)

/**
 * Streams all versions that a person wrote, including edits of other people's prompts. If such an edit isn't public,
 * its texts are null, because they contain the other author's text.
 */
export async function* readOwnVersions(db: Db, userId: string): AsyncGenerator<unknown> {
  for (let last = { promptId: lowestId as string, version: 0 }; ; ) {
    const { rows } = await sql<{ promptId: string; version: number }>`
      select v.prompt_id, v.version, ${sql.join(readableTexts)}, v.note, v.created_at,
        ${labelsOn(sql`v.prompt_id, v.version`)} as labels
      from prompt_versions v join prompts p on p.id = v.prompt_id
      cross join lateral (select ${isVisibleToUser(userId)} and ${isVersionVisibleToUser(userId)} as is_readable) rule
      where v.user_id = ${userId} and (v.prompt_id, v.version) > (${last.promptId}::uuid, ${last.version})
      order by v.prompt_id, v.version limit ${batchTexts}`.execute(db)
    yield* rows
    if (rows.length < batchTexts) return
    last = rows.at(-1) ?? last
  }
}
