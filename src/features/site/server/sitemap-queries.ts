import { type RawBuilder, sql } from 'kysely'
import { isPublished, isPublishedAs } from '#features/catalogue/server/prompt-visibility.ts'
import { isShownInLists } from '#features/collections/server/collection-queries.ts'
import type { Db } from '#platform/database/db.ts'
import type { Position } from '#platform/paging.ts'
import type { SitemapEntry } from './write-sitemap.ts'

/** How many addresses one part may contain. sitemaps.org allows 50,000. */
export const partMax = 10_000
/**
 * After how many pages a new part begins. A part lists up to `partMax` pages, so it still lists all of its own when
 * prompts are restored later. Until then, its last pages are in the next part too.
 */
const partFill = 9_000
/**
 * The maximum number of changed prompts that a refresh reads. If more have changed, as after an import, it reads all
 * parts.
 */
const changesMax = 5_000

/** The last position in a part (null if the part isn't full), and when one of its pages last changed. */
type PartEnd = { end: Position | null; changed: Date | null }
export type ChangedPrompt = Position & { key: string; changed: Date }

/** The time of publication as a text of fixed width, so that the texts sort in the same order as the times. */
const publishedKey = sql`to_char(p.published_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * Returns SQL for the published prompts after a position, in order of publication, so that new prompts go into the last
 * part.
 */
function promptsAfter(after: Position | null, limit: number): RawBuilder<unknown> {
  const afterPosition = after ? sql`and (p.published_at, p.id) > (${after.key}::timestamptz, ${after.id}::uuid)` : sql``
  return sql`from prompts p where ${isPublished} ${afterPosition} order by p.published_at, p.id limit ${limit}`
}

/** Finds the end of the part of prompts that begins after a position. */
export async function findPromptPartEnd(db: Db, after: Position | null): Promise<PartEnd> {
  const { rows } = await sql<{ pages: number; changed: Date | null; key: string; id: string }>`
    with part as (select ${publishedKey} as key, p.id, p.updated_at, row_number() over (order by p.published_at, p.id) as position
      ${promptsAfter(after, partFill)})
    select count(*) as pages, max(updated_at) as changed,
      (select key from part order by position desc limit 1) as key, (select id from part order by position desc limit 1) as id
    from part`.execute(db)
  const [row] = rows
  return { end: row?.pages === partFill ? { key: row.key, id: row.id } : null, changed: row?.changed ?? null }
}

type Version = { id: string; slug: string; language: string }
const promptPath = (slug: string) => `/prompt/${slug}`

/** SQL for a prompt (as `p`) and its published and trusted translations, as JSON. Null if it has none. */
const publishedVersions = sql`case when p.translation_set is not null and p.translation_trusted then (
  select jsonb_agg(jsonb_build_object('id', t.id, 'slug', t.slug, 'language', t.language)) from prompts t
  where t.translation_set = p.translation_set and t.translation_trusted and ${isPublishedAs('t')} having count(*) > 1) end`

/** Returns the pages of the part of prompts that begins after a position, and the first ones of the next part. */
export async function readPromptPart(db: Db, after: Position | null): Promise<SitemapEntry[]> {
  const { rows } = await sql<{ slug: string; updatedAt: Date; versions: Version[] | null }>`
    select p.slug, p.updated_at, ${publishedVersions} as versions ${promptsAfter(after, partMax)}`.execute(db)
  return rows.map(({ slug, updatedAt, versions }) => ({
    path: promptPath(slug),
    changed: updatedAt,
    versions: versions?.map(({ id, slug, language }) => ({ id, path: promptPath(slug), language })),
  }))
}

/** Returns the prompts that have changed since a time, or null if there are more than `changesMax`. */
export async function readChangedPrompts(db: Db, since: Date): Promise<ChangedPrompt[] | null> {
  const { rows } = await sql<ChangedPrompt>`
    select ${publishedKey} as key, p.id, p.updated_at as changed from prompts p
    where ${isPublished} and p.updated_at > ${since} order by p.updated_at desc limit ${changesMax + 1}`.execute(db)
  return rows.length > changesMax ? null : rows
}

/**
 * The other kinds of pages that are read in parts. Each kind is sorted by `id`, so that most new pages come last. A
 * page's path is `folder` followed by `name`.
 */
const kindsSortedById = {
  people: {
    from: sql`author_totals a join users u on u.id = a.user_id where a.prompts > 0`,
    id: sql`a.user_id`,
    folder: '/user/',
    name: sql`u.display_username`,
    changed: sql`null::timestamptz`,
  },
  authors: {
    from: sql`author_totals a join credited_authors n on n.id = a.user_id where a.prompts > 0`,
    id: sql`a.user_id`,
    folder: '/author/',
    name: sql`n.name`,
    changed: sql`null::timestamptz`,
  },
  collections: {
    from: sql`collections col where ${isShownInLists}`,
    id: sql`col.id`,
    folder: '/collection/',
    name: sql`col.slug`,
    changed: sql`col.updated_at`,
  },
  tools: {
    from: sql`tools t where true`,
    id: sql`t.id`,
    folder: '/tools/',
    name: sql`t.slug`,
    changed: sql`t.updated_at`,
  },
}
export type KindSortedById = keyof typeof kindsSortedById

/** Finds the end of the part of a kind that begins after a position. */
export async function findPartEnd(db: Db, kind: KindSortedById, after: Position | null): Promise<PartEnd> {
  const { from, id, changed } = kindsSortedById[kind]
  const { rows } = await sql<{ id: string; changed: Date | null }>`
    select ${id} as id, ${changed} as changed from ${from} ${continueAfter(kind, after)} limit ${partFill}`.execute(db)
  const last = rows.length === partFill ? rows.at(-1) : undefined
  const latest = Math.max(...rows.map((row) => row.changed?.getTime() ?? 0))
  return { end: last ? { key: '', id: last.id } : null, changed: latest > 0 ? new Date(latest) : null }
}

/** Returns the pages of the part of a kind that begins after a position, and the first ones of the next part. */
export async function readPart(db: Db, kind: KindSortedById, after: Position | null): Promise<SitemapEntry[]> {
  const { from, folder, name, changed } = kindsSortedById[kind]
  const { rows } = await sql<{ name: string; changed: Date | null }>`
    select ${name} as name, ${changed} as changed from ${from} ${continueAfter(kind, after)} limit ${partMax}`.execute(
    db,
  )
  return rows.map((row) => ({ path: folder + encodeURIComponent(row.name), changed: row.changed ?? undefined }))
}

/** Returns SQL for the rows of a kind after a position, in the order of their ids. */
function continueAfter(kind: KindSortedById, after: Position | null): RawBuilder<unknown> {
  const { id } = kindsSortedById[kind]
  return after ? sql`and ${id} > ${after.id}::uuid order by ${id}` : sql`order by ${id}`
}
