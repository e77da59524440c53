import { type RawBuilder, sql } from 'kysely'
import type { Prompt } from '#features/catalogue/contract.ts'
import { type PromptRow, promptColumns, promptSource, toPrompt } from '#features/catalogue/server/prompt-queries.ts'
import { isLiveFor, isPublished, isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { isReachable } from '#features/collections/server/collection-visibility.ts'
import type { FollowKind } from '#features/following/rules.ts'
import { groupsOf } from '#features/groups/server/group-membership.ts'
import type { Caller } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { mcpLimits } from '../rules.ts'

/**
 * Returns the prompts to list. For a collection, its published prompts, in its order. For a member, those they saved or
 * wrote, most recently saved or changed first, then those that they follow, are in collections or by people that they
 * follow, or in their groups. For a visitor, the featured ones, newest first, or the most copied ones if none is featured. The caller must
 * have checked that the reader may see the collection.
 */
export async function listPromptsFor(db: Db, reader: Caller, collectionId: string | null): Promise<Prompt[]> {
  const listed =
    collectionId !== null ? inCollection(collectionId) : reader.kind === 'user' ? membersList(reader) : featured
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

/** How many of the latest prompts of followed people, and of the member's groups, are listed at most. */
const [fromPeople, fromGroups] = [50, 50]

function membersList(reader: Caller & { kind: 'user' }): RawBuilder<unknown> {
  const followed = (kind: FollowKind) =>
    sql`select case when f.kind = ${kind} then f.target::uuid end from follows f where f.user_id = ${reader.id} and f.kind = ${kind}`
  return sql`left join favourites s on s.prompt_id = p.id and s.user_id = ${reader.id}
    where p.id in (
        select id from prompts where user_id = ${reader.id} and status in ('published', 'shared', 'draft', 'pending')
        union all select prompt_id from favourites where user_id = ${reader.id}
        union all ${followed('prompt')}
        union all select i.prompt_id from collection_items i join collections col on col.id = i.collection_id
          where col.id in (${followed('collection')}) and ${isReachable} and i.prompt_id is not null
        union all (select id from prompts where user_id in (${followed('person')}) and status = 'published'
          order by published_at desc limit ${fromPeople})
        union all (select t.prompt_id from group_prompts t where t.group_id = any (${groupsOf(reader.id, 'read')})
          order by t.published_at desc limit ${fromGroups}))
      and case when p.user_id = ${reader.id} then ${isVisibleTo(reader)} else ${isLiveFor(reader)} end
    order by p.user_id <> ${reader.id} and s.saved_at is null, coalesce(s.saved_at, p.updated_at) desc, p.id desc`
}
