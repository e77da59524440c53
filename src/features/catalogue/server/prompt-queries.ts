import { type RawBuilder, sql } from 'kysely'
import { describedVariables } from '#features/variables/variable-list-rules.ts'
import type { Page } from '#lib/http-contract.ts'
import type { Actor } from '#platform/actor.ts'
import { countUpTo } from '#platform/count-up-to.ts'
import { columnsOf, type Db } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'
import { isId } from '#platform/ids.ts'
import { cutPage, type Position, readCursorOfParts } from '#platform/paging.ts'
import { Prompt, PromptCard } from '../contract.ts'
import { featuredMax } from '../rules.ts'
import { countPromptsWithFilters } from './filter-counts.ts'
import { type CardRow, cardColumns, cardSource, toPromptCard, withObjects } from './prompt-cards.ts'
import { asTagList, conditionsOf, type PromptFilter } from './prompt-conditions.ts'
import { countPrompts } from './prompt-counts.ts'
import { type ListPart, orderKeys, type PromptOrder, partsOf } from './prompt-orders.ts'
import { isPublished, isPublishedAs, isVisibleTo } from './prompt-visibility.ts'
import { rowsOfTag, tagListQuery } from './tag-list-queries.ts'

export type PageRequest = { limit: number; cursor?: string }

/**
 * Lists a page of published prompts in an order. Uses keyset pagination, so page 1000 costs as much as page 1. Throws
 * AppError validation_failed (an invalid cursor).
 */
export async function listPrompts(
  db: Db,
  order: PromptOrder,
  filter: PromptFilter,
  page: PageRequest,
): Promise<Page<PromptCard>> {
  const parts = partsOf(order, filter)
  const { list: firstPart, start } = readCursorOfParts(
    parts.map(({ name, order }) => ({ name, isKey: orderKeys[order].isKey })),
    page.cursor,
  )
  const totalPromise = totalOf(db, filter)
  const hasFewMatches = filter.filters !== undefined && isSmallTotal(await totalPromise)
  const rowsPromise = readParts(db, parts.slice(firstPart), start, page.limit + 1, hasFewMatches)
  const [rows, total] = await Promise.all([rowsPromise, totalPromise])
  const { items, nextCursor } = cutPage(
    rows,
    page.limit,
    ({ part }) => part,
    (row) => ({ key: row.position, id: row.id }),
  )
  return { items: items.map(toPromptCard), nextCursor, ...total }
}

/** Reads the parts of a list one after the other, up to `limit` rows. The position `start` is in the first part. */
async function readParts(db: Db, parts: ListPart[], start: Position | null, limit: number, hasFewMatches: boolean) {
  const rows: (ListedRow & { part: string })[] = []
  for (const [at, part] of parts.entries()) {
    const next = { ...part, start: at === 0 ? start : null, limit: limit - rows.length }
    const list = tagListOf(next) ?? (hasFewMatches ? sortedList(next) : orderedList(next))
    const found = await list.execute(db)
    rows.push(...found.rows.map((row) => ({ ...row, part: part.name })))
    if (rows.length >= limit) break
  }
  return rows
}

/** A part of a list, and which of its prompts to read: up to `limit` after the position `start`. */
type PartToRead = ListPart & { start: Position | null; limit: number }
/** `position` is the sort key as text, because a Date can't hold a timestamp's microseconds. */
type ListedRow = CardRow & { position: string }

/** SQL for the next prompts of a list, which are read from the index of the list's order and then filtered. */
function orderedList({ start, limit, ...part }: PartToRead): RawBuilder<ListedRow> {
  const { key, type } = orderKeys[part.order]
  const where = publishedIn(part)
  if (start) where.push(sql<boolean>`(${key}, p.id) < (${start.key}::${type}, ${start.id}::uuid)`)
  return sql`
    select ${cardColumns}, ${key}::text as position from ${cardSource}
    where ${sql.join(where, sql` and `)} order by ${key} desc, p.id desc limit ${limit}`
}

/** Returns the conditions for the published prompts in a part of a list, over prompts as `p`. */
function publishedIn({ filter, condition }: ListPart): RawBuilder<boolean>[] {
  return [isPublished, ...conditionsOf(filter), ...(condition ? [condition('p')] : [])]
}

/**
 * If a list with filters has up to this many matches, they are read and sorted. Finding so few through the index of an
 * order might read the whole index.
 */
const fewMax = 5_000

function isSmallTotal({ total, totalIsFloor }: { total: number; totalIsFloor?: boolean }): boolean {
  return total <= fewMax && !totalIsFloor
}

/** Like `orderedList`, but for a small number of prompts: finds them by their filters, then sorts them. */
function sortedList({ start, limit, ...part }: PartToRead): RawBuilder<ListedRow> {
  const { key, type } = orderKeys[part.order]
  const after = start ? sql`where (key, id) < (${start.key}::${type}, ${start.id}::uuid)` : sql``
  return sql`
    with found as materialized (
      select p.id, ${key} as key from prompts p where ${sql.join(publishedIn(part), sql` and `)}
    ), page as (select id, key from found ${after} order by key desc, id desc limit ${limit})
    select ${cardColumns}, page.key::text as position from page join ${cardSource} on p.id = page.id
    order by page.key desc, p.id desc`
}

/**
 * SQL for the next prompts of a list by tag. Returns null for the order `recent`, and for any filter other than a tag
 * with or without a category.
 */
function tagListOf({ order, filter, condition, start, limit }: PartToRead): RawBuilder<ListedRow> | null {
  const list = asTagList(filter)
  if (!list || order === 'recent') return null
  const after = start && { key: sql`${start.key}::${orderKeys[order].type}`, id: start.id }
  return sql`
    select ${cardColumns}, listed.key::text as position
    from (${tagListQuery(list, order, after, limit, condition?.('t'))}) listed join ${cardSource} on p.id = listed.prompt_id
    where ${isPublished} order by listed.key desc, p.id desc`
}

async function totalOf(db: Db, filter: PromptFilter): Promise<{ total: number; totalIsFloor?: boolean }> {
  const usedValues = Object.values(filter).filter((value) => value !== undefined)
  if (usedValues.length === 0) return { total: await countPrompts(db, 'all') }
  const { filters, categoryId, ...otherFilters } = filter
  if (filters && Object.values(otherFilters).every((value) => value === undefined))
    return { total: await countPromptsWithFilters(db, filters, categoryId) }
  if (usedValues.length === 1 && filter.featured !== false && filter.pick === undefined) {
    if (filter.categoryId) return { total: await countPrompts(db, 'category', filter.categoryId) }
    if (filter.authorId) return { total: await countPrompts(db, 'author', filter.authorId) }
    if (filter.tag) return { total: await countPrompts(db, 'tag', filter.tag) }
    return { total: await countPrompts(db, 'featured') }
  }
  const list = asTagList(filter)
  const source = list
    ? sql`(select ${rowsOfTag(list)}) listed`
    : sql`prompts p where ${sql.join([isPublished, ...conditionsOf(filter)], sql` and `)}`
  return countUpTo(db, source)
}

/** A short list: the first `limit` prompts in an order that meet `condition` (over prompts as `p`). */
export type Section = { order: PromptOrder; limit: number; condition?: RawBuilder<boolean> }

/** Reads several short lists of published prompts in one statement. */
export async function readSections<Name extends string>(
  db: Db,
  sections: Record<Name, Section>,
): Promise<Record<Name, PromptCard[]>> {
  const names = Object.keys(sections) as Name[]
  const parts = names.map((name) => {
    const { order, limit, condition = sql<boolean>`true` } = sections[name]
    const { key } = orderKeys[order]
    return sql`(select ${sql.lit(name)} as section, ${cardColumns} from ${cardSource}
      where ${isPublished} and ${condition} order by ${key} desc, p.id desc limit ${limit})`
  })
  const { rows } = await sql<CardRow & { section: Name }>`${sql.join(parts, sql` union all `)}`.execute(db)
  const rowsBySection = Object.groupBy(rows, (row) => row.section)
  return Object.fromEntries(names.map((name) => [name, (rowsBySection[name] ?? []).map(toPromptCard)])) as Record<
    Name,
    PromptCard[]
  >
}

/** Lists the editors' choice, with the most recently published prompt first. */
export async function listFeatured(db: Db): Promise<PromptCard[]> {
  const { featured } = await readSections(db, { featured: featuredSection(featuredMax) })
  return featured
}

/** Describes the editors' choice as a section for `readSections`. */
export function featuredSection(limit: number): Section {
  return { order: 'newest', limit, condition: sql`p.featured` }
}

/** A row with the columns that `promptColumns` selects. */
export type PromptRow = CardRow &
  Omit<Prompt, keyof PromptCard | 'forkOf'> & {
    forkSlug: string | null
    forkTitle: string | null
  }

const { forkOf: _, forks: __, suggestedBy: ___, ...storedFields } = Prompt.shape
const pageFields = Object.keys(storedFields).filter((name) => !(name in PromptCard.shape))

/** SQL for the names of up to ten people whose suggested edits are public versions of a prompt (as `p`). */
const suggestedBy = sql`array(
  select u.display_username from prompt_version_credits s
  join prompt_versions v on v.prompt_id = s.prompt_id and v.version = s.version and v.shown join users u on u.id = s.user_id
  where s.prompt_id = p.id group by u.id order by min(s.version) limit 10)`

/** The columns of a prompt's page. A query that selects them must select from `promptSource`. */
export const promptColumns = sql`${cardColumns}, ${columnsOf('p', pageFields)},
    f.slug as fork_slug, f.title as fork_title,
    (select count(*) from prompts k where k.fork_of = p.id and ${isPublishedAs('k')}) as forks,
    ${suggestedBy} as suggested_by`
export const promptSource = sql`${cardSource} left join prompts f on f.id = p.fork_of and ${isPublishedAs('f')}`

/** Returns a prompt that the actor may see, by id or current slug. Throws AppError not_found. */
export async function getPromptOrThrow(db: Db, actor: Actor, idOrSlug: string): Promise<Prompt> {
  const prompt = await findPrompt(db, isVisibleTo(actor), idOrSlug)
  if (!prompt) throw notFound('This prompt')
  return prompt
}

/** Returns the current text of a prompt that the actor may see, by id or current slug. Throws AppError not_found. */
export async function getPromptTextOrThrow(
  db: Db,
  actor: Actor,
  idOrSlug: string,
): Promise<Pick<Prompt, 'id' | 'content' | 'version'>> {
  const { rows } = await sql<Pick<Prompt, 'id' | 'content' | 'version'>>`
    select p.id, p.content, p.version from prompts p where ${isVisibleTo(actor)} and ${hasIdOrSlug(idOrSlug)}`.execute(
    db,
  )
  if (!rows[0]) throw notFound('This prompt')
  return rows[0]
}

/** Returns a published prompt, by id or current slug. Throws AppError not_found. */
export async function getPublishedPromptOrThrow(db: Db, idOrSlug: string): Promise<Prompt> {
  const prompt = await findPrompt(db, isPublished, idOrSlug)
  if (!prompt) throw notFound('This prompt')
  return prompt
}

async function findPrompt(db: Db, isVisible: RawBuilder<boolean>, idOrSlug: string): Promise<Prompt | null> {
  const { rows } =
    await sql<PromptRow>`select ${promptColumns} from ${promptSource} where ${isVisible} and ${hasIdOrSlug(idOrSlug)}`.execute(
      db,
    )
  return rows[0] ? toPrompt(rows[0]) : null
}

/** Returns the id of a published prompt, by id or current slug. Throws AppError not_found. */
export async function getPublishedPromptIdOrThrow(db: Db, idOrSlug: string): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`select p.id from prompts p where ${isPublished} and ${hasIdOrSlug(idOrSlug)}`.execute(db)
  if (!rows[0]) throw notFound('This prompt')
  return rows[0].id
}

/**
 * Returns a prompt that the reader may see, by id or current slug. For a former slug, returns the prompt's current
 * slug; former slugs are looked up only if nothing else matches. Throws AppError not_found.
 */
export async function readPromptOrThrow(
  db: Db,
  reader: Actor | 'anybody',
  idOrSlug: string,
): Promise<{ prompt: Prompt } | { movedTo: string }> {
  const isVisible = reader === 'anybody' ? isPublished : isVisibleTo(reader)
  const prompt = await findPrompt(db, isVisible, idOrSlug)
  if (prompt) return { prompt }
  const movedTo = await findMovedSlug(db, isVisible, idOrSlug)
  if (movedTo === null) throw notFound('This prompt')
  return { movedTo }
}

/** Finds the current slug of the visible prompt with this former slug. Returns null if there is none. */
async function findMovedSlug(db: Db, isVisible: RawBuilder<boolean>, slug: string): Promise<string | null> {
  const { rows } = await sql<{ slug: string }>`
    select p.slug from prompt_former_slugs f join prompts p on p.id = f.prompt_id
    where f.slug = ${slug} and ${isVisible}`.execute(db)
  return rows[0]?.slug ?? null
}

/** Returns the condition that a prompt (as `p`) has this id or current slug. */
export function hasIdOrSlug(idOrSlug: string): RawBuilder<boolean> {
  return isId(idOrSlug) ? sql`p.id = ${idOrSlug}` : sql`p.slug = ${idOrSlug}`
}

/** Converts a database row to the contract's Prompt. */
export function toPrompt(row: PromptRow): Prompt {
  return Prompt.parse({
    ...withObjects(row),
    variables: describedVariables(row.content, row.variables),
    forkOf: row.forkSlug && row.forkTitle ? { slug: row.forkSlug, title: row.forkTitle } : null,
  })
}
