import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { Db } from '#platform/database/db.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import { computeLeaderboard, readBallots, type Scope, scopeName } from './leaderboard-queries.ts'
import { ratings } from './rate-in-worker.ts'

/**
 * A leaderboard that is older than this (in minutes) is recomputed even without new votes, because times and prices may
 * have changed.
 */
const maxAgeMinutes = 10

/**
 * Computes and stores the leaderboards of the whole site and of each category with votes, if their votes have changed
 * or the stored leaderboard is too old. Deletes the leaderboards of categories without votes. Any number of processes
 * may run this concurrently.
 */
export async function refreshLeaderboards(db: Db, now: Date): Promise<void> {
  const scopes: Scope[] = [{}, ...(await listVotedCategories(db))]
  await handleEach({
    read: async (last) => (last ? [] : scopes),
    handle: async (some) => {
      for (const scope of some) await refresh(db, scope, now)
    },
    idOf: scopeName,
  })
  await db.deleteFrom('leaderboards').where('scope', 'not in', scopes.map(scopeName)).execute()
}

async function listVotedCategories(db: Db): Promise<{ categoryId: string }[]> {
  const { rows } = await sql<{ categoryId: string }>`
    select distinct p.category_id from comparison_votes v join comparisons c on c.id = v.comparison_id
    join prompts p on p.id = c.prompt_id where v.counts and ${isPublished}`.execute(db)
  return rows
}

async function refresh(db: Db, scope: Scope, now: Date): Promise<void> {
  // Ballots are the newest counted votes for a model or a tie, with identical ones merged.
  const ballots = await readBallots(db, scope)
  const ballotsHash = createHash('sha256').update(JSON.stringify(ballots)).digest()
  const current = await db
    .selectFrom('leaderboards')
    .select('scope')
    .where('scope', '=', scopeName(scope))
    .where('ballots', '=', ballotsHash)
    .where('computedAt', '>', new Date(now.getTime() - maxAgeMinutes * 60_000))
    .executeTakeFirst()
  if (current) return
  const board = JSON.stringify(await computeLeaderboard(db, scope, ballots, ratings.forJob))
  await sql`
    insert into leaderboards (scope, ballots, board, computed_at)
    values (${scopeName(scope)}, ${ballotsHash}, ${board}::jsonb, ${now})
    on conflict (scope) do update
      set ballots = excluded.ballots, board = excluded.board, computed_at = excluded.computed_at`.execute(db)
}
