import { type RawBuilder, type Selectable, sql } from 'kysely'
import { categoryText } from '#features/catalogue/server/category-texts.ts'
import type { Ranked } from '#features/prompt-search/server/rank-found.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { columnsOf, type Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { isId } from '#platform/ids.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import { Tool, type ToolDetails } from '../contract.ts'
import { bundledMark } from '../mark-rules.ts'
import {
  codeHosts,
  type FactFilter,
  featuredToolsMax,
  jobTags,
  matchesFacts,
  openSourceTag,
  relatedToolsMax,
  type ToolSort,
  type ToolType,
  toolFactNames,
  toolFacts,
} from '../rules.ts'
import { pictureAddress } from './picture-address.ts'
import { readToolCounts } from './tool-counts.ts'
import type { ToolsTable } from './tools.table.ts'

/** A row that `toolColumns` selects. */
export type ToolRow = Omit<Tool, 'category' | 'mark' | 'createdAt' | 'updatedAt'> &
  Pick<Selectable<ToolsTable>, 'createdAt' | 'updatedAt' | 'sortName' | 'markKey'> & {
    categoryName: string
    categorySlug: string
  }

const { category: _, mark: __, ...columnFields } = Tool.shape

/** The columns of a tool. Use them with `toolSource`. */
export const toolColumns: RawBuilder<ToolRow> = sql`
  ${columnsOf('t', Object.keys(columnFields))}, t.sort_name, t.mark_key, c.name as category_name, c.slug as category_slug`

/** Tools as `t`, with their categories as `c`. */
export const toolSource = sql`tools t join categories c on c.id = t.category_id`

/** A filter of tools. `FactFilter` names facts by their URL parameters, such as `free` for `isFree` (rules.ts). */
export type ToolFilter = FactFilter & { type?: ToolType; categoryId?: string; tag?: string }

const orderByName = sql`order by t.sort_name, t.id`

/** Converts a database row to the contract's Tool. */
export function toTool(row: ToolRow): Tool {
  return Tool.parse({
    ...row,
    mark: row.markKey ? pictureAddress(row.id, 'mark', row.markKey) : bundledMark(row.url),
    category: { name: categoryText(row.categoryName), slug: row.categorySlug },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  })
}

/** Returns the SQL condition of a filter, with tools as `t`. */
export function toolCondition({ type, categoryId, tag, ...filter }: ToolFilter): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`]
  if (type) conditions.push(sql`t.type = ${type}`)
  for (const fact of toolFactNames) {
    const value = filter[toolFacts[fact]]
    if (value !== undefined) conditions.push(sql`${columnsOf('t', [fact])} = ${value}`)
  }
  if (categoryId) conditions.push(sql`t.category_id = ${categoryId}`)
  if (tag) conditions.push(sql`t.tags @> array[${tag}]::text[]`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** The sort keys as text. `job` sorts by category, so that tools for the same job are together. */
const sortKeys: Record<ToolSort, RawBuilder<string>> = {
  name: sql`t.sort_name`,
  job: sql`lpad(c.position::text, 4, '0') || t.sort_name`,
}

/** Returns a page of tools. The total comes from the stored counters. */
export async function listTools(
  db: Db,
  filter: FactFilter & Pick<ToolFilter, 'type'>,
  page: { limit: number; cursor?: string },
  sort: ToolSort = 'name',
): Promise<Page<Tool>> {
  const listName = sort === 'name' ? 'tools' : `tools:${sort}`
  const start = readCursor(listName, page.cursor, cursorKeys.text)
  const key = sortKeys[sort]
  const afterCursor = start ? sql`and (${key}, t.id) > (${start.key}, ${start.id}::uuid)` : sql``
  const [result, counts] = await Promise.all([
    sql<ToolRow & { key: string }>`select ${toolColumns}, ${key} as key from ${toolSource}
      where ${toolCondition(filter)} ${afterCursor} order by ${key}, t.id limit ${page.limit + 1}`.execute(db),
    readToolCounts(db),
  ])
  const { items, nextCursor } = cutPage(result.rows, page.limit, listName, ({ key, id }) => ({ key, id }))
  const total = counts
    .filter((count) => count.type === (filter.type ?? count.type) && matchesFacts(count, filter))
    .reduce((sum, { tools }) => sum + tools, 0)
  return { items: items.map(toTool), nextCursor, total }
}

/** Returns the tools chosen by the editors, sorted by name. */
export async function listFeaturedTools(db: Db): Promise<Tool[]> {
  return (await listToolSections(db, featuredToolsMax)).featured
}

/**
 * Reads three lists of up to `limit` tools in one statement: featured, free and all tools. Each list is sorted by name,
 * but free tools and all tools begin with the featured ones.
 */
export async function listToolSections(db: Db, limit: number): Promise<Record<'featured' | 'free' | 'all', Tool[]>> {
  const section = (name: string, condition: RawBuilder<boolean>) =>
    sql`(select ${sql.lit(name)} as section, ${toolColumns} from ${toolSource} where ${condition} ${orderByName} limit ${limit})`
  const { rows } = await sql<ToolRow & { section: string }>`
    ${section('featured', sql`t.featured`)} union all ${section('free', sql`t.is_free and not t.featured`)}
    union all ${section('other', sql`not t.featured`)}`.execute(db)
  const toolsIn = (name: string) => rows.filter((row) => row.section === name).map(toTool)
  const featured = toolsIn('featured')
  const fillUp = (tools: Tool[], name: string) => [...tools, ...toolsIn(name)].slice(0, limit)
  return {
    featured,
    free: fillUp(
      featured.filter((tool) => tool.isFree),
      'free',
    ),
    all: fillUp(featured, 'other'),
  }
}

/** Returns a tool by id or slug. Throws AppError not_found. */
export async function getToolOrThrow(db: Db, idOrSlug: string): Promise<Tool> {
  const condition = isId(idOrSlug) ? sql`t.id = ${idOrSlug}` : sql`t.slug = ${idOrSlug}`
  const { rows } = await sql<ToolRow>`select ${toolColumns} from ${toolSource} where ${condition}`.execute(db)
  if (!rows[0]) throw notFound(t('This tool'))
  return toTool(rows[0])
}

/** How many of the given tags a tool (`t`) has. */
const sharedTags = (tags: string[]) =>
  sql<number>`cardinality(array(select unnest(t.tags) intersect select unnest(${tags}::text[])))`

/**
 * Finds tools that do the same job as a tool, best first: they share two tags that say what they do, or one and the
 * category. A single tag such as “style” isn't enough, because it is ambiguous.
 */
export async function findAlternatives(
  db: Db,
  { id, tags, categoryId }: Pick<Tool, 'id' | 'tags'> & { categoryId: string },
  { categoryId: inCategory, tag }: Pick<ToolFilter, 'categoryId' | 'tag'>,
  max: number,
): Promise<Ranked[]> {
  const jobs = jobTags(tags)
  const { rows } = await sql<Pick<Ranked, 'id' | 'score'>>`
    select t.id, (2 * ${sharedTags(jobs)} + 3 * (t.category_id = ${categoryId})::int)::float8 as score
    from tools t where t.id <> ${id} and t.tags && ${jobs}::text[] and ${toolCondition({ categoryId: inCategory, tag })}
      and (t.category_id = ${categoryId} or ${sharedTags(jobs)} > 1)
    order by score desc, t.sort_name, t.id limit ${max}`.execute(db)
  return rows
}

/** Returns a tool by id or slug, with its details and up to 3 alternatives. Throws AppError not_found. */
export async function getToolDetailsOrThrow(db: Db, idOrSlug: string): Promise<ToolDetails> {
  const tool = await getToolOrThrow(db, idOrSlug)
  const row = await db
    .selectFrom('tools')
    .select(['id', 'categoryId', 'strengths', 'prices', 'pricesOn', 'pictureKey', 'pictureWidth', 'pictureHeight'])
    .where('id', '=', tool.id)
    .executeTakeFirst()
  // Deleted in the meantime.
  if (!row) throw notFound(t('This tool'))
  const { categoryId, strengths, prices, pricesOn } = row
  const best = await findAlternatives(db, { ...tool, categoryId }, {}, relatedToolsMax)
  const ids = best.map(({ id }) => id)
  const { rows } = await sql<ToolRow>`
    select ${toolColumns} from ${toolSource} where t.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], t.id)`.execute(db)
  return {
    ...tool,
    strengths,
    prices,
    pricesOn,
    picture: pictureOf(row),
    alternatives: rows.map(toTool),
  }
}

type PictureColumns = Pick<Selectable<ToolsTable>, 'id' | 'pictureKey' | 'pictureWidth' | 'pictureHeight'>

/** Returns the picture of a tool, or null if none was uploaded. */
export function pictureOf({ id, pictureKey, pictureWidth, pictureHeight }: PictureColumns): ToolDetails['picture'] {
  if (!pictureKey) return null
  return { src: pictureAddress(id, 'picture', pictureKey), width: pictureWidth ?? 0, height: pictureHeight ?? 0 }
}

/** `isRepository` of rules.ts as an SQL condition. */
const isRepository = sql<boolean>`(${openSourceTag} = any(t.tags)
  and substring(t.url from '^https?://(?:www[.])?([^/:]+)') = any(${codeHosts}::text[]))`

/** Categories whose tools are related to all of their prompts. Elsewhere, only tools that share a tag are related. */
const singleJobCategories = ['image-generation', 'multilingual-translation', 'programming-code']

/** The category of tools for any task. A single tag relates them to a prompt, whatever its category. */
const anyTaskCategory = 'general'

/**
 * Returns up to 3 tools for a topic (a prompt's tags and category). A tool is related if it shares two tags that say
 * what it does, or one and the category: “photography” alone is also on tools that name plants. Each shared tag counts
 * 2, and the same category 3. Among equals, featured tools come first and repositories last.
 */
export async function listRelatedTools(db: Db, topic: { tags: string[]; category?: string }): Promise<Tool[]> {
  const jobs = jobTags(topic.tags)
  const { rows } = await sql<ToolRow>`
    select ${toolColumns} from ${toolSource}
    where (t.tags && ${jobs}::text[]
        and (c.slug in (${topic.category ?? null}, ${anyTaskCategory}) or ${sharedTags(jobs)} > 1))
      or t.category_id = (
        select id from categories where slug = ${topic.category ?? null} and slug = any(${singleJobCategories}::text[]))
    order by 2 * ${sharedTags(jobs)} + 3 * (c.slug is not distinct from ${topic.category ?? null})::int desc, t.featured desc, ${isRepository}, t.sort_name, t.id
    limit ${relatedToolsMax}`.execute(db)
  return rows.map(toTool)
}
