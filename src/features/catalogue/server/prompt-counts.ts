import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db.ts'

/** `authors` counts people with published prompts; all others count prompts. */
export type CountScope = 'all' | 'category' | 'author' | 'tag' | 'featured' | 'authors'

/** Published prompts in a scope, from the kept counters. `key`: category id, author id, tag; else ''. */
export async function countPrompts(db: Db, scope: CountScope, key = ''): Promise<number> {
  const { rows } = await sql<{ prompts: number }>`
    select prompts from prompt_counts where scope = ${scope} and key = ${key}`.execute(db)
  return rows[0]?.prompts ?? 0
}

type Counted = { categoryId: string; userId: string; tags: string[]; featured: boolean }

/**
 * Moves the kept counters by `direction` for prompts that became public (1) or ceased to be (-1), in the caller's
 * transaction. Keys are taken in one order, so that two writers never wait for each other in a circle.
 */
export async function moveCounts(tx: Tx, prompts: Counted[], direction: 1 | -1): Promise<void> {
  if (prompts.length === 0) return
  const byKey = new Map<string, number>()
  const add = (scope: CountScope, key: string) => {
    const name = `${scope}\n${key}`
    byKey.set(name, (byKey.get(name) ?? 0) + direction)
  }
  for (const prompt of prompts) {
    add('all', '')
    add('category', prompt.categoryId)
    add('author', prompt.userId)
    if (prompt.featured) add('featured', '')
    for (const tag of prompt.tags) add('tag', tag)
  }
  const moves = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, by]) => [...name.split('\n'), by])
  await sql`
    insert into prompt_counts (scope, key, prompts)
    select scope, key, moved from jsonb_to_recordset(${JSON.stringify(
      moves.map(([scope, key, moved]) => ({ scope, key, moved })),
    )}) as m(scope text, key text, moved bigint)
    order by scope, key
    on conflict (scope, key) do update set prompts = prompt_counts.prompts + excluded.prompts`.execute(tx)
  await moveAuthorTotals(tx, prompts, direction)
}

async function moveAuthorTotals(tx: Tx, prompts: Counted[], direction: 1 | -1) {
  const authors = new Map<string, number>()
  for (const { userId } of prompts) authors.set(userId, (authors.get(userId) ?? 0) + direction)
  const moves = [...authors].map(([userId, moved]) => ({ userId, moved }))
  // The row of scope all is held by now: no two writers move totals at the same time.
  await sql`
    with moved as (
      insert into author_totals (user_id, prompts)
      select "userId", moved from jsonb_to_recordset(${JSON.stringify(moves)}) as m("userId" uuid, moved integer)
      order by "userId"
      on conflict (user_id) do update set prompts = author_totals.prompts + excluded.prompts
      returning user_id, prompts
    )
    update prompt_counts set prompts = prompt_counts.prompts + change.people
    from (
      select sum((moved.prompts > 0)::int - (moved.prompts - said.moved > 0)::int) as people
      from moved join jsonb_to_recordset(${JSON.stringify(moves)}) as said("userId" uuid, moved integer)
        on said."userId" = moved.user_id
    ) change
    where scope = 'authors' and key = '' and change.people <> 0`.execute(tx)
}
