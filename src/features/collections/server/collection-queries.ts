import { type RawBuilder, sql } from 'kysely'
import type { GroupName } from '#features/catalogue/contract.ts'
import { groupNameOf, groupsOf } from '#features/groups/server/group-membership.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import type { Actor, Member } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { isId } from '#platform/ids.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { Collection, CollectionCard, OwnCollection } from '../contract.ts'
import { type ItemKind, keyInSlug, collectionLimits as limits, type Visibility } from '../rules.ts'
import { isListable, isPublic, isReachable, isSharedWith, isVisibleTo } from './collection-visibility.ts'
import { hasShownItem, readItems, shownTargetFor } from './item-queries.ts'

/** A reader without an account, who sees only what everybody may see. */
export const anybody: Actor = { kind: 'visitor', address: '', browser: '' }

type FactsRow = {
  id: string
  slug: string
  title: string
  description: string
  visibility: Visibility
  username: string
  featured: boolean
  createdAt: Date
  updatedAt: Date
}
export type CardRow = FactsRow & { items: number; sheet: CollectionCard['sheet'] }

const factColumns = sql`col.id, col.slug, col.title, col.description, col.visibility, col.featured_at is not null as featured,
  col.created_at, col.updated_at, u.display_username as username`
const factSource = sql`collections col join users u on u.id = col.user_id`

/** The columns of a card. A query that selects them must select from `collectionSource`. */
export const collectionColumns: RawBuilder<CardRow> = sql`${factColumns}, card.items, card.sheet`
/** The source of collections as `col`, each with the number of its visible items and with the first few of them. */
export const collectionSource = collectionSourceFor(null)

/** The source `collectionSource` for a user, who sees more items of collections that aren't for everybody. */
function collectionSourceFor(userId: string | null): RawBuilder<unknown> {
  return sql`${factSource} cross join lateral (
  select count(*) as items, coalesce(jsonb_agg(
    jsonb_build_object('id', item.id, 'title', item.title, 'category', item.category_slug, 'language', item.language,
      'excerpt', left(coalesce(item.excerpt, ''), ${sql.lit(limits.coverText)}), 'picture', item.picture)
    order by item.position)
    filter (where item.place <= ${sql.lit(limits.sheet)}), '[]') as sheet
  from (
    select shown.*, i.position, row_number() over (order by i.position) as place
    from collection_items i cross join lateral ${shownTargetFor(userId)} shown where i.collection_id = col.id
  ) item) card`
}

/** The SQL condition that lists show a collection: it is listable and has a visible item. */
export const isShownInLists = sql<boolean>`(${isListable} and ${hasShownItem})`

function toFacts({ username, createdAt, updatedAt, ...row }: FactsRow) {
  return { ...row, user: { username }, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

/** Converts a row with the columns `collectionColumns` to the contract's card. */
export function toCard(row: CardRow): CollectionCard {
  const { id, slug, title, description, visibility, user, featured, createdAt, updatedAt } = toFacts(row)
  const { items, sheet } = row
  return { id, slug, title, description, visibility, user, featured, createdAt, updatedAt, items, sheet }
}

/** Returns the SQL condition for the collection with this id, or with this current or former slug. */
export function hasIdOrSlug(idOrSlug: string): RawBuilder<boolean> {
  return isId(idOrSlug) ? sql`col.id = ${idOrSlug}` : sql`col.key = ${keyInSlug(idOrSlug)}`
}

/**
 * Returns a collection (by id or slug) as the reader may see it. Its owner also gets the items that are hidden from
 * others. Throws AppError not_found.
 */
export async function getCollectionOrThrow(db: Db, reader: Actor, idOrSlug: string): Promise<Collection> {
  const { rows } = await sql<
    FactsRow & {
      userId: string
      listed: boolean
      removedReason: string | null
      originSlug: string | null
      originTitle: string | null
      groups: GroupName[]
    }
  >`
    select ${factColumns}, ${isListable} as listed, col.user_id, col.removed_reason, origin.slug as origin_slug,
      origin.title as origin_title, ${groupsFor(reader)} as groups
    from ${factSource} left join lateral (
      select visible.slug, visible.title from (select col.* from collections col where ${isPublic}) visible
      where visible.id = col.fork_of
    ) origin on true
    where ${hasIdOrSlug(idOrSlug)} and ${isVisibleTo(reader)}`.execute(db)
  const [row] = rows
  if (!row) throw notFound(t('This collection'))
  const { userId, listed, removedReason, originSlug, originTitle, groups, ...factsRow } = row
  const readerId = reader.kind === 'user' ? reader.id : null
  const isOwner = readerId === userId
  return {
    ...toFacts(factsRow),
    items: await readItems(db, row.id, { userId: readerId, withHidden: isOwner }),
    ...(row.visibility === 'shared' && { groups }),
    forkOf: originSlug !== null && originTitle !== null ? { slug: originSlug, title: originTitle } : null,
    isOwner,
    listed,
    removedReason,
  }
}

/** SQL for the groups that read a collection: for its owner all, and for others those in which they are. */
function groupsFor(reader: Actor): RawBuilder<GroupName[]> {
  if (reader.kind !== 'user') return sql`'[]'::jsonb`
  return sql`(select coalesce(jsonb_agg(${groupNameOf('g')} order by g.name), '[]') from collection_groups cg
    join groups g on g.id = cg.group_id
    where cg.collection_id = col.id and (col.user_id = ${reader.id} or g.id = any (${groupsOf(reader.id, 'read')})))`
}

/**
 * Lists the collections that are shared with a group, for one of its members: the most recently changed first. Throws
 * AppError not_found (a group in which they aren't).
 */
export async function listGroupCollections(db: Db, member: Member, slug: string): Promise<CollectionCard[]> {
  const { rows: found } = await sql<{ id: string }>`
    select g.id from groups g where g.slug = ${slug} and g.id = any (${groupsOf(member.id, 'read')})`.execute(db)
  const [group] = found
  if (!group) throw notFound(t('This group'))
  const { rows } = await sql<CardRow>`
    select ${collectionColumns} from ${collectionSourceFor(member.id)}
    where ${isSharedWith(member.id, sql`cg.group_id = ${group.id}`)}
    order by col.updated_at desc, col.id desc limit ${limits.ofGroup}`.execute(db)
  return rows.map(toCard)
}

/**
 * Returns the id of a collection (by id or slug) that is public, unlisted, the reader's own or one of their groups.
 * Throws AppError not_found.
 */
export async function getCollectionIdOrThrow(db: Db, reader: Actor, idOrSlug: string): Promise<string> {
  const own = reader.kind === 'user' ? sql`(col.user_id = ${reader.id} or ${isSharedWith(reader.id)})` : sql`false`
  const { rows } = await sql<{ id: string }>`
    select col.id from collections col where ${hasIdOrSlug(idOrSlug)} and (${own} or ${isReachable})`.execute(db)
  if (!rows[0]) throw notFound(t('This collection'))
  return rows[0].id
}

/**
 * Lists a page of the collections that lists may show, of everybody or of one member, sorted by when they first became
 * public, latest first. Throws AppError validation_failed (an invalid cursor).
 */
export async function listCollections(
  db: Db,
  { limit, cursor, owner }: { limit: number; cursor?: string; owner?: string },
): Promise<Page<CollectionCard>> {
  const listName = owner === undefined ? 'collections' : `collections ${owner.toLowerCase()}`
  const start = readCursor(listName, cursor, cursorKeys.time)
  const isByOwner =
    owner === undefined ? sql`true` : sql`col.user_id = (select id from users where username = ${owner}::citext)`
  const after = start ? sql`and (col.listed_at, col.id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``
  const [{ rows }, counts] = await Promise.all([
    sql<CardRow & { position: string }>`
      select ${collectionColumns}, col.listed_at::text as position from ${collectionSource}
      where ${isByOwner} and ${isListable} and card.items > 0 ${after}
      order by col.listed_at desc, col.id desc limit ${limit + 1}`.execute(db),
    countUpTo(db, sql`collections col where ${isByOwner} and ${isShownInLists}`),
  ])
  const { items, nextCursor } = cutPage(rows, limit, listName, ({ position, id }) => ({ key: position, id }))
  return { items: items.map(toCard), nextCursor, ...counts }
}

/** Lists the collections that moderators featured on the home page, with the most recently featured one first. */
export async function listFeaturedCollections(db: Db): Promise<CollectionCard[]> {
  const { rows } = await sql<CardRow>`
    select ${collectionColumns} from ${collectionSource} where col.featured_at is not null and ${isPublic} and card.items > 0
    order by col.featured_at desc, col.id desc limit ${limits.featured}`.execute(db)
  return rows.map(toCard)
}

const targetColumns: Record<ItemKind, RawBuilder<unknown>> = {
  prompt: sql`i.prompt_id`,
  tool: sql`i.tool_id`,
  comparison: sql`i.comparison_id`,
}

/**
 * Lists all collections of a member, with the most recently changed one first. With `target`, each has the id of its
 * item for that prompt, tool or comparison, or null.
 */
export async function listOwnCollections(
  db: Db,
  member: Member,
  target?: { kind: ItemKind; id: string },
): Promise<OwnCollection[]> {
  const itemId =
    target && isId(target.id)
      ? sql`(select i.id from collection_items i where i.collection_id = col.id and ${targetColumns[target.kind]} = ${target.id})`
      : sql`null::uuid`
  const { rows } = await sql<CardRow & Pick<OwnCollection, 'listed' | 'removedReason' | 'itemId'>>`
    select ${collectionColumns}, ${isListable} as listed, col.removed_reason, ${itemId} as item_id from ${collectionSourceFor(member.id)}
    where col.user_id = ${member.id} order by col.updated_at desc, col.id desc limit ${limits.perMember}`.execute(db)
  return rows.map((row) => ({
    ...toCard(row),
    listed: row.listed,
    removedReason: row.removedReason,
    itemId: row.itemId,
  }))
}
