import { type RawBuilder, sql } from 'kysely'
import type { Prompt } from '#features/catalogue/contract.ts'
import { type PromptRow, promptColumns, promptSource, toPrompt } from '#features/catalogue/server/prompt-queries.ts'
import { isPublished, isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import type { Caller } from '#platform/actor.ts'
import type { Db } from '#platform/db.ts'
import { mcpLimits } from '../rules.ts'

/**
 * Returns the prompts to list: a collection's published prompts, in its order; for a member, those they saved or wrote,
 * most recently saved or changed first; for a visitor, the featured ones, newest first, or the most copied ones if none
 * is featured. The caller must have checked that the reader may see the collection.
 */
export async function listPromptsFor(db: Db, reader: Caller, collectionId: string | null): Promise<Prompt[]> {
  const listed =
    collectionId !== null ? inCollection(collectionId) : reader.kind === 'user' ? ownAndSaved(reader) : featured
  const prompts = await readPrompts(db, listed)
  return listed === featured && prompts.length === 0 ? readPrompts(db, mostCopied) : prompts
}

async function readPrompts(db: Db, listed: RawBuilder<unknown>): Promise<Prompt[]> {
  const { rows } = await sql<PromptRow>`
    select ${promptColumns} from ${promptSource} ${listed} limit ${mcpLimits.prompts}`.execute(db)
  return rows.map(toPrompt)
}

// In these queries, `p` is the table of prompts, as in `promptSource`.
const featured = sql`where ${isPublished} and p.featured order by p.published_at desc, p.id desc`
const mostCopied = sql`where ${isPublished} order by p.copies desc, p.id desc`

function inCollection(collectionId: string): RawBuilder<unknown> {
  return sql`join collection_items i on i.prompt_id = p.id and i.collection_id = ${collectionId}
    where ${isPublished} order by i.position`
}

function ownAndSaved(reader: Caller & { kind: 'user' }): RawBuilder<unknown> {
  return sql`left join favourites s on s.prompt_id = p.id and s.user_id = ${reader.id}
    where p.id in (
        select id from prompts where user_id = ${reader.id} and status in ('published', 'draft', 'pending')
        union all select prompt_id from favourites where user_id = ${reader.id})
      and case when p.user_id = ${reader.id} then ${isVisibleTo(reader)} else ${isPublished} end
    order by coalesce(s.saved_at, p.updated_at) desc, p.id desc`
}
