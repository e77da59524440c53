import { type RawBuilder, sql } from 'kysely'
import { excerptOf } from '#features/catalogue/excerpt-rules.ts'
import { categoryText } from '#features/catalogue/server/category-texts.ts'
import { isPublished, isSharedWith, isTextPublic } from '#features/catalogue/server/prompt-visibility.ts'
import { withoutBraces } from '#features/variables/variable-rules.ts'
import type { Db } from '#platform/database/db.ts'
import type { CollectionItem } from '../contract.ts'
import { collectionLimits } from '../rules.ts'

/** How many characters of a comparison's text are read for its excerpt. */
const excerptSourceMax = 2_000

/**
 * The SQL subquery for the prompt, tool or comparison of an item (`i` in the query) in a collection (`col`). Has no row
 * unless everybody may see that target or, in a collection that isn't for everybody, the user with the id `userId`. A
 * comparison that is only shared by link is visible only in its owner's collections, because other members must not
 * reveal the link.
 */
export function shownTargetFor(userId: string | null): RawBuilder<unknown> {
  const isShown =
    userId === null
      ? isPublished
      : sql`(${isPublished} or col.visibility in ('private', 'shared') and ${isSharedWith(userId)})`
  return sql`(
  select p.id, p.slug, p.title, coalesce(nullif(p.description, ''), p.excerpt) as text, p.language,
    cat.name as category_name, cat.slug as category_slug, u.display_username as username, p.credit,
    p.excerpt, (select r.picture from results r where r.prompt_id = p.id and r.shown) as picture
  from prompts p join categories cat on cat.id = p.category_id join users u on u.id = p.user_id
  where p.id = i.prompt_id and ${isShown}
  union all
  select t.id, t.slug, t.name, t.description, 'en', cat.name, cat.slug, null, null, null, null
  from tools t join categories cat on cat.id = t.category_id where t.id = i.tool_id
  union all
  select c.id, c.id::text, coalesce(c.name, p.title, 'Comparison'), left(c.content, ${sql.lit(excerptSourceMax)}),
    coalesce(p.language, 'en'), cat.name, cat.slug, null, null, null, null
  from comparisons c left join prompts p on p.id = c.prompt_id left join categories cat on cat.id = p.category_id
  where c.user_id = i.comparison_owner and c.id = i.comparison_id
    and (c.published_at is not null or (c.shared_at is not null and c.user_id = col.user_id))
    and (not c.from_prompt or ${isTextPublic(sql`c.content`)}))`
}

/** The subquery `shownTargetFor` for everybody. */
export const shownTarget = shownTargetFor(null)

/** The SQL condition that a collection (`col` in the query) has a visible item. */
export const hasShownItem = sql<boolean>`exists (
  select from collection_items i cross join lateral ${shownTarget} shown where i.collection_id = col.id)`

type ShownTarget = {
  id: string
  slug: string
  title: string
  text: string
  language: string
  categoryName: string | null
  categorySlug: string | null
  username: string | null
  credit: string | null
}

/** A row with an item. The columns of `shownTarget` are null if not everybody may see the target. */
type ItemRow = { itemId: string; kind: CollectionItem['kind']; note: string; addedAt: Date } & (
  | ShownTarget
  | { [Name in keyof ShownTarget]: null }
)

/**
 * Returns the items of the collection with this id that a reader may see, in order. `withHidden` adds hidden items, which
 * only the owner may see. `userId` is null for somebody without an account.
 */
export async function readItems(
  db: Db,
  collectionId: string,
  { userId, withHidden }: { userId: string | null; withHidden: boolean },
): Promise<CollectionItem[]> {
  return readItemsWhere(db, userId, sql`i.collection_id = ${collectionId}`, withHidden)
}

/** Returns the item with this id as its owner sees it, or undefined if it was removed. */
export async function readItem(db: Db, ownerId: string, itemId: string): Promise<CollectionItem | undefined> {
  const [item] = await readItemsWhere(db, ownerId, sql`i.id = ${itemId}`, true)
  return item
}

async function readItemsWhere(
  db: Db,
  userId: string | null,
  where: RawBuilder<unknown>,
  withHidden: boolean,
): Promise<CollectionItem[]> {
  const { rows } = await sql<ItemRow>`
    select i.id as item_id, i.note, i.added_at, shown.*,
      case when i.prompt_id is not null then 'prompt' when i.tool_id is not null then 'tool' else 'comparison' end as kind
    from collection_items i join collections col on col.id = i.collection_id
    ${withHidden ? sql`left` : sql`inner`} join lateral ${shownTargetFor(userId)} shown on true
    where ${where} order by i.position limit ${collectionLimits.items}`.execute(db)
  return rows.map(toItem)
}

function toItem(row: ItemRow): CollectionItem {
  const { itemId: id, kind, note, addedAt } = row
  return { id, kind, note, addedAt: addedAt.toISOString(), target: row.id === null ? null : toTarget(row, kind) }
}

function toTarget(shown: ShownTarget, kind: CollectionItem['kind']): CollectionItem['target'] {
  const { id, slug, title, text, language, categoryName, categorySlug, username, credit } = shown
  return {
    id,
    slug,
    title,
    text: kind === 'tool' ? text : withoutBraces(kind === 'comparison' ? excerptOf(text) : text),
    language,
    category:
      categoryName === null || categorySlug === null ? null : { name: categoryText(categoryName), slug: categorySlug },
    user: username === null ? null : { username },
    credit,
  }
}
