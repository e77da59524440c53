import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Page } from '#lib/http-contract.ts'
import { columnsOf, type Db } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'
import { isId } from '#platform/ids.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import { Tool } from '../contract.ts'
import {
  codeHosts,
  type FactFilter,
  featuredToolsMax,
  matchesFacts,
  openSourceTag,
  relatedToolsMax,
  type ToolSort,
  type ToolType,
  toolFactNames,
  toolFacts,
} from '../rules.ts'
import { readToolCounts } from './tool-counts.ts'
import type { ToolsTable } from './tools.table.ts'

/** A row that `toolColumns` selects. */
export type ToolRow = Omit<Tool, 'category' | 'createdAt' | 'updatedAt'> &
  Pick<Selectable<ToolsTable>, 'createdAt' | 'updatedAt' | 'sortName'> & { categoryName: string; categorySlug: string }

const { category: _, ...columnFields } = Tool.shape

/** The columns of a tool. Use them with `toolSource`. */
export const toolColumns: RawBuilder<ToolRow> = sql`
  ${columnsOf('t', Object.keys(columnFields))}, t.sort_name, c.name as category_name, c.slug as category_slug`

/** Tools as `t`, with their categories as `c`. */
export const toolSource = sql`tools t join categories c on c.id = t.category_id`

/** A filter of tools. `FactFilter` names facts by their URL parameters, such as `free` for `isFree` (rules.ts). */
export type ToolFilter = FactFilter & { type?: ToolType; categoryId?: string; tag?: string }

const orderByName = sql`order by t.sort_name, t.id`

/** Converts a database row to the contract's Tool. */
export function toTool(row: ToolRow): Tool {
  return Tool.parse({
    ...row,
    category: { name: row.categoryName, slug: row.categorySlug },
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
  if (!rows[0]) throw notFound('This tool')
  return toTool(rows[0])
}

/** `isRepository` of rules.ts as an SQL condition. */
const isRepository = sql<boolean>`(${openSourceTag} = any(t.tags)
  and substring(t.url from '^https?://(?:www[.])?([^/:]+)') = any(${codeHosts}::text[]))`

/** Categories whose tools are related to all of their prompts. Elsewhere, only tools that share a tag are related. */
const singleJobCategories = ['image-generation', 'multilingual-translation', 'programming-code']

/**
 * Returns up to 3 tools for a topic (a prompt's tags and category). Each shared tag counts 2, and the same category 3,
 * because a tag such as “photography” is also on tools that do something else with photos. Among equals, featured tools
 * come first and repositories last.
 */
export async function listRelatedTools(db: Db, topic: { tags: string[]; category?: string }): Promise<Tool[]> {
  const { rows } = await sql<ToolRow>`
    select ${toolColumns} from ${toolSource}
    where t.tags && ${topic.tags}::text[]
      or t.category_id = (
        select id from categories where slug = ${topic.category ?? null} and slug = any(${singleJobCategories}::text[]))
    order by 2 * cardinality(array(select unnest(t.tags) intersect select unnest(${topic.tags}::text[])))
      + 3 * (c.slug is not distinct from ${topic.category ?? null})::int desc, t.featured desc, ${isRepository}, t.sort_name, t.id
    limit ${relatedToolsMax}`.execute(db)
  return rows.map(toTool)
}
