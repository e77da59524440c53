import { sql } from 'kysely'
import { beforeCommit, type Db, type Tx } from './db.ts'

/**
 * A key by which a change to public content invalidates cached pages: the id of the changed record, `lists` for all
 * general lists, `category:SLUG` or `user:NAME` for the lists of a category or an author, `everything` for all pages,
 * or a key that a feature exports, such as `picksKey`.
 */
export type ContentKey = string

export const everything: ContentKey = 'everything'

/**
 * Whether a key means only that lists have changed: the general lists or those of a category. When an item is removed
 * from such a list, its id is recorded too.
 */
export function isListKey(key: ContentKey): boolean {
  return key === 'lists' || key.startsWith('category:')
}

/** A change with more keys than this invalidates everything. */
const keysMax = 200

/** The keys that each open transaction has recorded so far. */
const recordedIn = new WeakMap<Tx, Set<ContentKey>>()
let changeCount = 0

/** How many transactions of this process have recorded changes to public content, committed or not. */
export function countRecordedChanges(): number {
  return changeCount
}

/**
 * Records the cache keys of public content that a transaction changes, so that every process drops the cached pages
 * that show this content. Because all such transactions update the same row, the keys are written only once, right
 * before the commit.
 */
export async function recordContentChange(tx: Tx, keys: Iterable<ContentKey>): Promise<void> {
  const known = recordedIn.get(tx)
  const touched = known ?? new Set()
  for (const key of keys) touched.add(key)
  if (known) return
  recordedIn.set(tx, touched)
  changeCount++
  beforeCommit(tx, () => writeContentChange(tx, touched))
}

async function writeContentChange(tx: Tx, touched: Set<ContentKey>): Promise<void> {
  const keys = touched.size > keysMax || touched.has(everything) ? [everything] : [...touched]
  const { rows } = await sql<{ version: number }>`
    update catalogue_version set version = version + 1 returning version`.execute(tx)
  await sql`insert into content_changes (version, keys) values (${rows[0]?.version}, ${keys})`.execute(tx)
}

/** `position`: a position in the write-ahead log (pg_lsn) after all of these changes. Null on a standby. */
export type ContentChanges = { version: number; keys: ContentKey[]; position: string | null }

/**
 * Reads the current catalogue version, and the keys that have changed since version `since`. There are no keys if
 * `since` is null, and only `everything` if `since` is too old.
 */
export async function readContentChanges(db: Db, since: number | null): Promise<ContentChanges> {
  const { rows } = await sql<{ version: number; keys: string[] | null; position: string | null }>`
    select v.version, c.keys, case when pg_is_in_recovery() then null else pg_current_wal_insert_lsn() end as position
    from catalogue_version v
    left join content_changes c on c.version > ${since ?? Number.MAX_SAFE_INTEGER} and c.version <= v.version`.execute(
    db,
  )
  const { version = 0, position = null } = rows[0] ?? {}
  const known = rows.flatMap((row) => (row.keys ? [row.keys] : []))
  if (since !== null && version - since > known.length) return { version, position, keys: [everything] }
  return { version, position, keys: [...new Set(known.flat())] }
}
