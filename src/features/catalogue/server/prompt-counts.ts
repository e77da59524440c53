import { sql } from 'kysely'
import type { ContentKey } from '#platform/database/content-changes.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { plainTag } from '../text-rules.ts'

/**
 * What is counted. `author` counts the prompts of an account, `authors` counts the members and credited authors with
 * published prompts, and all other scopes count prompts.
 */
export type CountScope = 'all' | 'category' | 'author' | 'tag' | 'featured' | 'authors'

/**
 * Returns the stored count of a scope, for published prompts only. `key` is the category id, account id or tag, and ''
 * for other scopes.
 */
export async function countPrompts(db: Db, scope: CountScope, key = ''): Promise<number> {
  const { rows } = await sql<{ prompts: number }>`
    select prompts from prompt_counts where scope = ${scope} and key = ${key}`.execute(db)
  return rows[0]?.prompts ?? 0
}

/**
 * The fields that decide which counters include a prompt. Its `copies` and net `votes` count for its authors, and with a
 * copy it is one of their used prompts.
 */
export type CountedPrompt = {
  categoryId: string
  userId: string
  /** The authors that the prompt counts for (author-counts.ts). */
  authorIds: string[]
  tags: string[]
  featured: boolean
  copies?: number
  votes?: number
}

/**
 * Updates the stored counters in the caller's transaction. `before` has the prompts that were public, and `after` those
 * that are public now. A changed prompt is in both. Rows are locked in a fixed order, which prevents deadlocks.
 */
export async function updateCounts(
  tx: Tx,
  { before, after }: { before: CountedPrompt[]; after: CountedPrompt[] },
): Promise<void> {
  const changes = new Map<string, number>()
  const add = (scope: CountScope, key: string, by: number) => {
    const name = `${scope}\n${key}`
    changes.set(name, (changes.get(name) ?? 0) + by)
  }
  for (const [prompts, by] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const prompt of prompts) {
      add('all', '', by)
      add('category', prompt.categoryId, by)
      add('author', prompt.userId, by)
      if (prompt.featured) add('featured', '', by)
      for (const tag of new Set(prompt.tags)) add('tag', tag, by)
    }
  }
  const changedCounts = [...changes].flatMap(([name, by]) => {
    const [scope, key] = name.split('\n')
    return by === 0 ? [] : [{ scope, key, change: by }]
  })
  if (changedCounts.length > 0) {
    await sql`
      insert into prompt_counts (scope, key, prompts)
      select scope, key, change from jsonb_to_recordset(${JSON.stringify(changedCounts)}) as c(scope text, key text, change bigint)
      order by scope, key
      on conflict (scope, key) do update set prompts = prompt_counts.prompts + excluded.prompts`.execute(tx)
  }
  await updateAuthorTotals(tx, before, after)
}

async function updateAuthorTotals(tx: Tx, before: CountedPrompt[], after: CountedPrompt[]) {
  const authors = new Map<string, { prompts: number; copies: number; votes: number; used: number }>()
  const add = ({ authorIds, copies = 0, votes = 0 }: CountedPrompt, by: 1 | -1) => {
    for (const authorId of authorIds) {
      const sum = authors.get(authorId) ?? { prompts: 0, copies: 0, votes: 0, used: 0 }
      authors.set(authorId, {
        prompts: sum.prompts + by,
        copies: sum.copies + by * copies,
        votes: sum.votes + by * votes,
        used: sum.used + (copies > 0 ? by : 0),
      })
    }
  }
  for (const prompt of before) add(prompt, -1)
  for (const prompt of after) add(prompt, 1)
  const changes = JSON.stringify(
    [...authors]
      .filter(([, { prompts, copies, votes, used }]) => prompts !== 0 || copies !== 0 || votes !== 0 || used !== 0)
      .map(([authorId, change]) => ({ authorId, ...change })),
  )
  if (changes === '[]') return
  await sql`
    with updated as (
      insert into author_totals (user_id, prompts, copies, votes, used)
      select "authorId", prompts, copies, votes, used
      from jsonb_to_recordset(${changes}) as c("authorId" uuid, prompts integer, copies bigint, votes bigint, used integer)
      order by "authorId"
      on conflict (user_id) do update set prompts = author_totals.prompts + excluded.prompts,
        copies = author_totals.copies + excluded.copies, votes = author_totals.votes + excluded.votes,
        used = author_totals.used + excluded.used
      returning user_id, prompts
    )
    update prompt_counts set prompts = prompt_counts.prompts + change.people
    from (
      select sum((updated.prompts > 0)::int - (updated.prompts - author_change.prompts > 0)::int) as people
      from updated join jsonb_to_recordset(${changes}) as author_change("authorId" uuid, prompts integer)
        on author_change."authorId" = updated.user_id
    ) change
    where scope = 'authors' and key = '' and change.people <> 0`.execute(tx)
}

/** How many tags are suggested while somebody types. */
const suggestionsMax = 10

/**
 * Returns the tags of published prompts with this prefix, most used first. An empty prefix returns the most used tags.
 */
export async function suggestTags(db: Db, prefix: string): Promise<{ tag: string; prompts: number }[]> {
  const pattern = `${plainTag(prefix).replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ tag: string; prompts: number }>`
    select key as tag, prompts from prompt_counts
    where scope = 'tag' and key like ${pattern} and prompts > 0
    order by prompts desc, key limit ${suggestionsMax}`.execute(db)
  return rows
}

/**
 * Returns the cache keys of the lists that contain these prompts: the general lists, and the lists of their categories
 * and accounts. For a fork, also returns the id of the prompt that it was made from, whose page counts its forks.
 */
export async function cacheKeysOfLists(
  tx: Tx,
  prompts: { categoryId: string; userId: string; forkOf: string | null }[],
): Promise<ContentKey[]> {
  const { rows } = await sql<{ key: string }>`
    select 'category:' || slug as key from categories where id = any(${prompts.map((prompt) => prompt.categoryId)})
    union
    select 'user:' || lower(username::text) from users where id = any(${prompts.map((prompt) => prompt.userId)})`.execute(
    tx,
  )
  return ['lists', ...rows.map((row) => row.key), ...prompts.flatMap(({ forkOf }) => forkOf ?? [])]
}
