import { sql } from 'kysely'
import type { Page } from '#lib/http-contract.ts'
import type { Db } from '#server/platform/db.ts'
import { cutPage, readCursor } from '#server/platform/paging.ts'
import type { Follow } from '../contract.ts'
import type { FollowKind } from '../rules.ts'
import { followTargets, type TargetNames } from './follow-targets.ts'

type FollowRow = { id: string; kind: FollowKind; target: string; followedAt: Date }
type FollowName = { kind: FollowKind; name: string }

const list = 'follows'

/** A page of what a member follows, last followed first. Neither it nor the total has what they may not see at present. */
export async function listFollows(
  db: Db,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<Follow>> {
  const start = readCursor(list, cursor)
  const follows = (await exportFollows(db, userId)).reverse()
  const rest = start ? follows.filter(({ id }) => id < start.id) : follows
  const { items, nextCursor } = cutPage(rest.slice(0, limit + 1), limit, list, ({ id }) => ({ key: '', id }))
  return { items, nextCursor, total: follows.length }
}

/** Returns which of these a member follows, as `kind:name` with the names as they were given. */
export async function readFollowStates(db: Db, userId: string, names: FollowName[]): Promise<Record<string, true>> {
  const found: Record<string, true> = {}
  for (const [kind, named] of Map.groupBy(names, ({ kind }) => kind)) {
    const targets = await followTargets[kind].find(
      db,
      named.map(({ name }) => name),
    )
    const { rows } = await sql<{ target: string }>`
      select f.target from follows f where f.user_id = ${userId} and f.kind = ${kind}
        and f.target = any(${targets.map(({ target }) => target)})`.execute(db)
    const followed = new Set(rows.map(({ target }) => target))
    for (const { name, target } of targets) if (followed.has(target)) found[`${kind}:${name}`] = true
  }
  return found
}

/** Everything that a member follows and may see at present, first followed first: at most `followsMax`. */
export async function exportFollows(db: Db, userId: string): Promise<Follow[]> {
  const { rows } = await sql<FollowRow>`
    select f.id, f.kind, f.target, f.followed_at from follows f where f.user_id = ${userId} order by f.id`.execute(db)
  return describeFollows(db, rows)
}

async function describeFollows(db: Db, rows: FollowRow[]): Promise<Follow[]> {
  const names = new Map<string, TargetNames>()
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    const targets = ofKind.map(({ target }) => target)
    for (const named of await followTargets[kind].describe(db, targets)) names.set(`${kind}:${named.target}`, named)
  }
  return rows.flatMap(({ id, kind, target, followedAt }) => {
    const named = names.get(`${kind}:${target}`)
    if (!named) return []
    const { name, title, path } = named
    return [{ id, kind, name, title, path, followedAt: followedAt.toISOString() }]
  })
}
