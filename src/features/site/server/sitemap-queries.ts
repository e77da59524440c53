import { type RawBuilder, sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { Db } from '#server/platform/db.ts'
import type { Position } from '#server/platform/paging.ts'
import type { SitemapEntry } from './write-sitemap.ts'

/** Addresses in one part; sitemaps.org allows 50,000. */
export const partMax = 10_000
/** A part is closed before it is full: what comes to stand in its midst later (a restored prompt) still fits. */
const partFill = 9_000
/** A refresh reads at most so many changed prompts; after more (an import) all parts are walked again. */
const changesMax = 5_000

/** A part's end, when it is full, and when a page of it changed last. */
type Walked = { end: Position | null; changed: Date | null }
export type ChangedPrompt = Position & { key: string; changed: Date }

/** A moment of publishing as text, of one width, so that it sorts as it stands. */
const publishedKey = sql`to_char(p.published_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Published prompts after a position, first published first: what is published later comes into the last part. */
function promptsAfter(after: Position | null, limit: number): RawBuilder<unknown> {
  const rest = after ? sql`and (p.published_at, p.id) > (${after.key}::timestamptz, ${after.id}::uuid)` : sql``
  return sql`from prompts p where ${isPublished} ${rest} order by p.published_at, p.id limit ${limit}`
}

/** The part of prompts that begins after a position. */
export async function walkPrompts(db: Db, after: Position | null): Promise<Walked> {
  const { rows } = await sql<{ pages: number; changed: Date | null; key: string; id: string }>`
    with part as (select ${publishedKey} as key, p.id, p.updated_at, row_number() over (order by p.published_at, p.id) as place
      ${promptsAfter(after, partFill)})
    select count(*) as pages, max(updated_at) as changed,
      (select key from part order by place desc limit 1) as key, (select id from part order by place desc limit 1) as id
    from part`.execute(db)
  const [row] = rows
  return { end: row?.pages === partFill ? { key: row.key, id: row.id } : null, changed: row?.changed ?? null }
}

/** The pages of the part of prompts that begins after a position. */
export async function readPromptPart(db: Db, after: Position | null): Promise<SitemapEntry[]> {
  const { rows } = await sql<{ slug: string; updated_at: Date }>`
    select p.slug, p.updated_at ${promptsAfter(after, partMax)}`.execute(db)
  return rows.map(({ slug, updated_at }) => ({ path: `/prompt/${slug}`, changed: updated_at }))
}

/** Prompts changed since a moment; null when they are too many to look at each. */
export async function readChangedPrompts(db: Db, since: Date): Promise<ChangedPrompt[] | null> {
  const { rows } = await sql<ChangedPrompt>`
    select ${publishedKey} as key, p.id, p.updated_at as changed from prompts p
    where ${isPublished} and p.updated_at > ${since} order by p.updated_at desc limit ${changesMax + 1}`.execute(db)
  return rows.length > changesMax ? null : rows
}

/** The part of people with published prompts that begins after a position. */
export async function walkPeople(db: Db, after: Position | null): Promise<Walked> {
  const { rows } = await sql<{ id: string }>`select a.user_id as id ${peopleAfter(after, partFill)}`.execute(db)
  const last = rows.length === partFill ? rows.at(-1) : undefined
  return { end: last ? { key: '', id: last.id } : null, changed: null }
}

/** The pages of the part of people that begins after a position. */
export async function readPeoplePart(db: Db, after: Position | null): Promise<SitemapEntry[]> {
  const { rows } = await sql<{ username: string }>`
    select u.display_username as username ${peopleAfter(after, partMax)}`.execute(db)
  return rows.map(({ username }) => ({ path: `/user/${encodeURIComponent(username)}` }))
}

function peopleAfter(after: Position | null, limit: number): RawBuilder<unknown> {
  const rest = after ? sql`and a.user_id > ${after.id}::uuid` : sql``
  return sql`from author_totals a join users u on u.id = a.user_id where a.prompts > 0 ${rest}
    order by a.user_id limit ${limit}`
}
