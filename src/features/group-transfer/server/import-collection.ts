import { sql } from 'kysely'
import { collectionLimits } from '#features/collections/rules.ts'
import { isSharedWith } from '#features/collections/server/collection-visibility.ts'
import { insertCollection } from '#features/collections/server/create-collection.ts'
import { insertItems } from '#features/collections/server/insert-items.ts'
import { shareCollection } from '#features/collections/server/share-collection.ts'
import { plural } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Platform } from '#platform/api.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { GroupImport } from '../contract.ts'
import type { FileCollection, ReadCollection } from '../group-file-rules.ts'
import type { HashedPrompt } from './group-file-process.ts'
import { lockImport } from './lock-import.ts'

type CollectionImport = {
  group: { id: string; slug: string }
  read: ReadCollection
  /** The prompts of the file, which a preview counts as if they were here. */
  prompts: HashedPrompt[]
  isPreview: boolean
}
type Row = GroupImport['collections'][number]
type FoundItem = { promptId: string | null; note: string }

/**
 * Imports a collection of a group's file, as one of the admin that is shared with the group, or says what that would do.
 * Of one that is here already, the admin's own gets the prompts that it lacks; everything else of it stays as it is.
 */
export async function importCollection(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  admin: Member,
  { group, read, prompts, isPreview }: CollectionImport,
): Promise<Row> {
  const { file, title } = read
  if ('problem' in read) return { file, title, result: 'refused', notes: [read.problem], owner: null }
  const { collection } = read
  const row = (result: Row['result'], notes: string[]): Row => ({ file, title, result, notes, owner: collection.owner })
  try {
    return await inTransaction(db, async (tx) => {
      if (!isPreview) await lockImport(tx, admin, group.id)
      const inFile = new Set(isPreview ? prompts.flatMap((one) => ('prompt' in one ? one.prompt.key : [])) : [])
      const { items, left } = await findItems(tx, group.id, collection.items, inFile)
      const known = await findKnown(tx, admin, group.id, collection.key)
      if (known) {
        const missing = known.userId === admin.id ? await missingOf(tx, known.id, items) : []
        if (missing.length === 0) return row('same', [])
        if (!isPreview) await insertItems(tx, known.id, missing, now())
        return row('changed', [plural(missing.length, 'Adds {count} prompt.', 'Adds {count} prompts.')])
      }
      if (!isPreview) {
        const fields = { title: collection.title, description: collection.description, forkOf: null }
        const id = await insertCollection(tx, admin, { ...fields, visibility: 'shared' }, now())
        await shareCollection(tx, admin, { id, visibility: 'shared', slugs: [group.slug] })
        await insertItems(tx, id, items, now())
        await sql`
          insert into group_collection_keys (group_id, key, collection_id) values (${group.id}, ${collection.key}, ${id})
          on conflict (group_id, key) do update set collection_id = ${id}`.execute(tx)
      }
      const leftOut = plural(
        left,
        'Leaves out {count} prompt that isn’t in the group.',
        'Leaves out {count} prompts that aren’t in the group.',
      )
      return row('new', left > 0 ? [leftOut] : [])
    })
  } catch (error) {
    // The admin may have too many collections, which concerns this one alone.
    if (!(error instanceof AppError && ['validation_failed', 'conflict'].includes(error.code))) throw error
    return row('refused', [error.message])
  }
}

/** Finds the collection of the group that one of a file is, by its key. */
async function findKnown(db: Db, admin: Member, groupId: string, key: string) {
  const { rows } = await sql<{ id: string; userId: string }>`
    select col.id, col.user_id from collections col
    left join group_collection_keys k on k.collection_id = col.id and k.group_id = ${groupId} and k.key = ${key}
    where ${isSharedWith(admin.id, sql`cg.group_id = ${groupId}`)} and (k.key is not null or col.id = ${key})
    order by k.key is null limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * Finds the prompts of the group that the items of a file name by their keys, each once. `inFile`: keys that count as
 * found, with the id null. `left`: how many items aren't found.
 */
async function findItems(db: Db, groupId: string, named: FileCollection['items'], inFile: Set<string>) {
  const { rows } = await sql<FoundItem & { key: string }>`
    select item.key, item.note, p.id as prompt_id
    from unnest(${named.map(({ prompt }) => prompt)}::uuid[], ${named.map(({ note }) => note)}::text[])
      with ordinality as item(key, note, place)
    left join group_import_keys k on k.group_id = ${groupId} and k.key = item.key
    left join prompts p on p.id = coalesce(k.prompt_id, item.key) and p.group_id = ${groupId}
      and p.status in ('shared', 'published', 'draft')
    order by item.place`.execute(db)
  const found = new Map<string, FoundItem>()
  for (const { key, promptId, note } of rows)
    if ((promptId !== null || inFile.has(key)) && !found.has(promptId ?? key))
      found.set(promptId ?? key, { promptId, note })
  const left = new Set(rows.filter(({ key, promptId }) => promptId === null && !inFile.has(key)).map(({ key }) => key))
  return { items: [...found.values()], left: left.size }
}

/** Returns the items that a collection lacks, as many as it may still have. */
async function missingOf(db: Db, id: string, items: FoundItem[]): Promise<FoundItem[]> {
  const here = await db.selectFrom('collectionItems').select('promptId').where('collectionId', '=', id).execute()
  const missing = items.filter(({ promptId }) => promptId === null || !here.some((item) => item.promptId === promptId))
  return missing.slice(0, Math.max(0, collectionLimits.items - here.length))
}
