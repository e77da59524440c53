import { sql } from 'kysely'
import { promptLimits } from '#features/catalogue/rules.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { plainTag } from '#features/catalogue/text-rules.ts'
import { isReachable } from '#features/collections/server/collection-visibility.ts'
import { deletedAccountId } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { isId } from '#server/platform/ids.ts'
import type { FollowKind } from '../rules.ts'

/** `target`: as it is stored. `name`: as the API has it. `title`, `path`: as people read it. */
export type TargetNames = { target: string; name: string; title: string; path: string }

type FollowTarget = {
  /** Stored targets of these names (up to a hundred), if everybody may see them. */
  find: (db: Db, names: string[]) => Promise<{ name: string; target: string }[]>
  /** The names of stored targets; without those that aren't there any more or aren't for everybody. */
  describe: (db: Db, targets: string[]) => Promise<TargetNames[]>
  /** The stored targets among these that are gone for good. */
  findGone: (db: Db, targets: string[]) => Promise<string[]>
}

/** Everything that members can follow. A new kind is a line here and in `followKinds`. */
export const followTargets: Record<FollowKind, FollowTarget> = {
  person: {
    find: async (db, names) => {
      const { rows } = await sql<{ name: string; target: string }>`
        select n.name, u.id as target from unnest(${names}::text[]) as n(name) join users u on u.username = n.name::citext
        where u.id <> ${deletedAccountId}`.execute(db)
      return rows
    },
    describe: async (db, targets) => {
      const { rows } = await sql<{ target: string; name: string }>`
        select u.id as target, u.display_username as name from users u where u.id = any(${targets}::uuid[])`.execute(db)
      return rows.map((row) => ({ ...row, title: row.name, path: `/user/${encodeURIComponent(row.name)}` }))
    },
    findGone: async (db, targets) => {
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
    describe: async (db, targets) => {
      const { rows } = await sql<{ target: string; title: string; slug: string }>`
        select p.id as target, p.title, p.slug from prompts p
        where p.id = any(${targets}::uuid[]) and ${isPublished}`.execute(db)
      return rows.map(({ target, title, slug }) => ({ target, name: target, title, path: `/prompt/${slug}` }))
    },
    findGone: async (db, targets) => {
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
    describe: async (db, targets) => {
      const { rows } = await sql<{ target: string; name: string; title: string }>`
        select id as target, slug as name, name as title from categories where id = any(${targets}::uuid[])`.execute(db)
      return rows.map((row) => ({ ...row, path: `/category/${row.name}` }))
    },
    findGone: async (db, targets) => {
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
    describe: async (db, targets) => {
      const { rows } = await sql<{ target: string; title: string; slug: string }>`
        select col.id as target, col.title, col.slug from collections col
        where col.id = any(${targets}::uuid[]) and ${isReachable}`.execute(db)
      return rows.map(({ target, title, slug }) => ({ target, name: target, title, path: `/collection/${slug}` }))
    },
    findGone: async (db, targets) => {
      const { rows } = await sql<{ id: string }>`
        select col.id from collections col where col.id = any(${targets}::uuid[])`.execute(db)
      return without(targets, rows)
    },
  },
  // A tag needs no prompt to be followed: the first one with it is the news.
  tag: {
    find: async (_, names) => names.filter(isTag).map((name) => ({ name, target: plainTag(name) })),
    describe: async (_, targets) =>
      targets.map((tag) => ({
        target: tag,
        name: tag,
        title: `#${tag}`,
        path: `/prompts?tag=${encodeURIComponent(tag)}`,
      })),
    findGone: async () => [],
  },
}

function without(targets: string[], rows: { id: string }[]): string[] {
  const known = new Set(rows.map(({ id }) => id))
  return targets.filter((target) => !known.has(target))
}

function isTag(text: string): boolean {
  const { length } = plainTag(text)
  return length >= promptLimits.tagMin && length <= promptLimits.tagMax
}
