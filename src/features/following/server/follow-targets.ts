import { type RawBuilder, sql } from 'kysely'
import { promptLimits } from '#features/catalogue/rules.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { plainTag } from '#features/catalogue/text-rules.ts'
import { isReachable } from '#features/collections/server/collection-visibility.ts'
import { deletedAccountId } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { isId } from '#platform/ids.ts'
import type { FollowKind } from '../rules.ts'

/** `name` is the target's name in the API, `title` is what people see, and `slug` ends the path of its page. */
export type TargetNames = { name: string; title: string; slug: string }

/** How to find, name and open the targets of one kind. */
type FollowTarget = {
  /**
   * Finds, for each of up to 100 names, the value to store as `target`. Leaves out targets that not everybody may see.
   */
  find: (db: Db, names: string[]) => Promise<{ name: string; target: string }[]>
  /**
   * Returns the SQL query for the TargetNames of a follow, which is `f` in the outer query. The query yields no row
   * if the target doesn't exist or not everybody may see it. `id` is the target as an id.
   */
  namesQuery: (id: RawBuilder<string>) => RawBuilder<TargetNames>
  pathOf: (slug: string) => string
  /** Returns which of these stored targets were deleted. */
  findDeleted: (db: Db, targets: string[]) => Promise<string[]>
}

/** How to find and name each kind of target. A new kind needs an entry here and in `followKinds`. */
export const followTargets: Record<FollowKind, FollowTarget> = {
  person: {
    find: async (db, names) => {
      const { rows } = await sql<{ name: string; target: string }>`
        select n.name, u.id as target from unnest(${names}::text[]) as n(name) join users u on u.username = n.name::citext
        where u.id <> ${deletedAccountId}`.execute(db)
      return rows
    },
    namesQuery: (id) => sql`
      select u.display_username as name, u.display_username as title, u.display_username as slug from users u where u.id = ${id}`,
    pathOf: (name) => `/user/${encodeURIComponent(name)}`,
    findDeleted: async (db, targets) => {
      const { rows } = await sql<{ id: string }>`select id from users where id = any(${targets}::uuid[])`.execute(db)
      return without(targets, rows)
    },
  },
  prompt: {
    find: async (db, names) => {
      const { rows } = await sql<{ id: string }>`
        select p.id from prompts p where p.id = any(${names.filter(isId)}::uuid[]) and ${isPublished}`.execute(db)
      return rows.map(({ id }) => ({ name: id, target: id }))
    },
    namesQuery: (id) => sql`
      select p.id::text as name, p.title, p.slug from prompts p where p.id = ${id} and ${isPublished}`,
    pathOf: (slug) => `/prompt/${slug}`,
    findDeleted: async (db, targets) => {
      const { rows } = await sql<{
        id: string
      }>`select p.id from prompts p where p.id = any(${targets}::uuid[])`.execute(db)
      return without(targets, rows)
    },
  },
  category: {
    find: async (db, names) => {
      const { rows } = await sql<{ name: string; target: string }>`
        select slug as name, id as target from categories where slug = any(${names})`.execute(db)
      return rows
    },
    namesQuery: (id) => sql`
      select cat.slug as name, cat.name as title, cat.slug from categories cat where cat.id = ${id}`,
    pathOf: (slug) => `/category/${slug}`,
    findDeleted: async (db, targets) => {
      const { rows } = await sql<{ id: string }>`select id from categories where id = any(${targets}::uuid[])`.execute(
        db,
      )
      return without(targets, rows)
    },
  },
  collection: {
    find: async (db, names) => {
      const { rows } = await sql<{ id: string }>`
        select col.id from collections col
        where col.id = any(${names.filter(isId)}::uuid[]) and ${isReachable}`.execute(db)
      return rows.map(({ id }) => ({ name: id, target: id }))
    },
    namesQuery: (id) => sql`
      select col.id::text as name, col.title, col.slug from collections col where col.id = ${id} and ${isReachable}`,
    pathOf: (slug) => `/collection/${slug}`,
    findDeleted: async (db, targets) => {
      const { rows } = await sql<{ id: string }>`
        select col.id from collections col where col.id = any(${targets}::uuid[])`.execute(db)
      return without(targets, rows)
    },
  },
  // A member can follow a tag before any prompt has it, and is then notified of the first prompt with it.
  tag: {
    find: async (_, names) => names.filter(isTag).map((name) => ({ name, target: plainTag(name) })),
    namesQuery: () => sql`select f.target as name, '#' || f.target as title, f.target as slug`,
    pathOf: (tag) => `/prompts?tag=${encodeURIComponent(tag)}`,
    findDeleted: async () => [],
  },
}

/** Returns the targets that have no row, which means that they were deleted. */
function without(targets: string[], rows: { id: string }[]): string[] {
  const existing = new Set(rows.map(({ id }) => id))
  return targets.filter((target) => !existing.has(target))
}

function isTag(text: string): boolean {
  const { length } = plainTag(text)
  return length >= promptLimits.tagMin && length <= promptLimits.tagMax
}
