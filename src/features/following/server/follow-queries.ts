import { type RawBuilder, sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { Page } from '#lib/http-contract.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { Follow } from '../contract.ts'
import { type FollowKind, followKinds } from '../rules.ts'
import { followTargets, type TargetNames } from './follow-targets.ts'

type FollowRow = { id: string; kind: FollowKind; followedAt: Date; newest: Follow['newest'] } & TargetNames
/** A target as the API names it: by a username, an id, a slug or a tag, depending on the kind. */
type FollowName = { kind: FollowKind; name: string }

/** Cursors contain this name. The cursor of another list is therefore refused. */
const listName = 'follows'

/**
 * Returns the SQL after FROM, including the WHERE clause, for a member's follows (`f`) of targets that everybody may
 * see. `named` has the targets' names.
 */
function visibleFollowsOf(userId: string): RawBuilder<unknown> {
  const names = followKinds.map((kind) => {
    // Casts the target only for this kind, because a tag isn't a valid id.
    const id = sql<string>`case when f.kind = ${sql.lit(kind)} then f.target end::uuid`
    return sql`select * from (${followTargets[kind].namesQuery(id)}) n where f.kind = ${sql.lit(kind)}`
  })
  return sql`follows f cross join lateral (${sql.join(names, sql` union all `)}) named where f.user_id = ${userId}`
}

/** SQL for the newest published prompt of a followed person. Null for another target. */
const newest = sql`(
  select jsonb_build_object('slug', p.slug, 'title', p.title, 'publishedAt', p.published_at) from prompts p
  where f.kind = 'person' and p.user_id = case when f.kind = 'person' then f.target end::uuid and ${isPublished}
  order by p.published_at desc, p.id desc limit 1)`
const columns = sql`f.id, f.kind, f.followed_at, named.name, named.title, named.slug`

/**
 * Returns a page of what a member follows, most recently followed first: later follows have greater ids. The page and
 * the total leave out targets that not everybody may see now. Throws AppError validation_failed (an invalid cursor).
 */
export async function listFollows(
  db: Db,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<Follow>> {
  const start = readCursor(listName, cursor, cursorKeys.none)
  const [{ rows }, counts] = await Promise.all([
    sql<FollowRow>`
      select ${columns}, ${newest} as newest from ${visibleFollowsOf(userId)} ${start ? sql`and f.id < ${start.id}` : sql``}
      order by f.id desc limit ${limit + 1}`.execute(db),
    countUpTo(db, visibleFollowsOf(userId)),
  ])
  const { items, nextCursor } = cutPage(rows, limit, listName, ({ id }) => ({ key: '', id }))
  return { items: items.map(toFollow), nextCursor, ...counts }
}

/** Returns which of these targets a member follows. The keys have the form `kind:name`. */
export async function readFollowStates(db: Db, userId: string, names: FollowName[]): Promise<Record<string, true>> {
  const states: Record<string, true> = {}
  for (const [kind, namesOfKind] of Map.groupBy(names, ({ kind }) => kind)) {
    const targets = await followTargets[kind].find(
      db,
      namesOfKind.map(({ name }) => name),
    )
    const { rows } = await sql<{ target: string }>`
      select f.target from follows f where f.user_id = ${userId} and f.kind = ${kind}
        and f.target = any(${targets.map(({ target }) => target)})`.execute(db)
    const followedTargets = new Set(rows.map(({ target }) => target))
    for (const { name, target } of targets) if (followedTargets.has(target)) states[`${kind}:${name}`] = true
  }
  return states
}

/** Returns all of a member's follows, oldest first. Leaves out targets that not everybody may see now. */
export async function exportFollows(db: Db, userId: string): Promise<Follow[]> {
  const { rows } = await sql<FollowRow>`
    select ${columns}, null::json as newest from ${visibleFollowsOf(userId)} order by f.id`.execute(db)
  return rows.map(toFollow)
}

function toFollow({ slug, followedAt, newest, ...row }: FollowRow): Follow {
  return {
    ...row,
    path: followTargets[row.kind].pathOf(slug),
    followedAt: followedAt.toISOString(),
    newest: newest && { ...newest, publishedAt: new Date(newest.publishedAt).toISOString() },
  }
}
