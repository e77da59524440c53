import { type RawBuilder, sql } from 'kysely'
import { groupNameOf, groupsOf } from '#features/groups/server/group-membership.ts'
import { noSuchLabel, requestedLabelOf } from '#features/labels/server/label-queries.ts'
import { describedVariables } from '#features/variables/variable-list-rules.ts'
import { countedMax } from '#lib/counted-max.ts'
import { defaultLimit, type Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import type { Actor, Member } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import { columnsOf, type Db } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import { notFound } from '#platform/errors.ts'
import { isId } from '#platform/ids.ts'
import { cutPage, type Position, readCursorOfParts } from '#platform/paging.ts'
import { type Audience, Prompt, PromptCard, VersionedPrompt } from '../contract.ts'
import { withPicture } from '../filter-rules.ts'
import { featuredMax, imageCategory, type PromptSection, promptSections } from '../rules.ts'
import { countPromptsWithFilters } from './filter-counts.ts'
import { countedInGroups, type GroupReader, groupList, isSharedIn, type PartToRead } from './group-lists.ts'
import { type CardRow, cardColumns, cardSource, groupMark, toPromptCard, withObjects } from './prompt-cards.ts'
import { asTagList, conditionsOf, type PromptFilter } from './prompt-conditions.ts'
import { countPrompts } from './prompt-counts.ts'
import { type ListPart, orderKeys, type PromptOrder, partsOf } from './prompt-orders.ts'
import { versionDigest, withVersionAt } from './prompt-versions.ts'
import { isLiveFor, isLiveForUser, isPublished, isPublishedAs, isVisibleTo } from './prompt-visibility.ts'
import { factsOfVersion } from './stored/stored-facts.ts'
import { rowsOfTag, tagListQuery } from './tag-list-queries.ts'
import { preferLanguage, type TranslationRow, translationsOf, withLanguageName } from './translation-queries.ts'

/** `picturesFirst`: prompts with a picture come before all others. `prefer`: the reader's language (preferLanguage). */
export type PageRequest = { limit: number; cursor?: string; picturesFirst?: boolean; prefer?: string }

/**
 * Lists a page of published prompts in an order, for a `reader` with those of their groups. Uses keyset pagination, so
 * page 1000 costs as much as page 1. Throws AppError validation_failed (an invalid cursor).
 */
export async function listPrompts(
  db: Db,
  order: PromptOrder,
  filter: PromptFilter,
  page: PageRequest,
  reader: GroupReader | null = null,
): Promise<Page<PromptCard>> {
  const parts = partsOf(order, filter, page.picturesFirst)
  const { list: firstPart, start } = readCursorOfParts(
    parts.map(({ name, order }) => ({ name, isKey: orderKeys[order].isKey })),
    page.cursor,
  )
  const totalPromise = reader ? totalFor(db, filter, reader) : totalOf(db, filter)
  const hasFewMatches = filter.filters !== undefined && isSmallTotal(await totalPromise)
  const hasFewPictures = page.picturesFirst === true && (hasFewMatches || (await hasFewWithPicture(db, filter)))
  const hasFew = (part: ListPart) => (part.filter.pictured ? hasFewPictures : hasFewMatches)
  const listOf = (part: PartToRead) => (reader ? listFor(reader, part, hasFew) : publicList(part, hasFew))
  const rowsPromise = readParts(db, parts.slice(firstPart), start, page.limit + 1, listOf)
  const [rows, total] = await Promise.all([rowsPromise, totalPromise])
  const { items, nextCursor } = cutPage(
    rows,
    page.limit,
    ({ part }) => part,
    (row) => ({ key: row.position, id: row.id }),
  )
  // Other filters would match the version in another language, and somebody else may have written it.
  const isOfAny = filter.authorId === undefined && filter.filters === undefined && !reader?.isOne
  const [shown = []] = isOfAny ? await preferLanguage(db, [items], page.prefer, reader) : [items]
  return { items: shown.map(toPromptCard), nextCursor, ...total }
}

/** Reads the parts of a list one after the other, up to `limit` rows. The position `start` is in the first part. */
async function readParts(
  db: Db,
  parts: ListPart[],
  start: Position | null,
  limit: number,
  listOf: (part: PartToRead) => RawBuilder<ListedRow>,
) {
  const rows: (ListedRow & { part: string })[] = []
  for (const [at, part] of parts.entries()) {
    const found = await listOf({ ...part, start: at === 0 ? start : null, limit: limit - rows.length }).execute(db)
    rows.push(...found.rows.map((row) => ({ ...row, part: part.name })))
    if (rows.length >= limit) break
  }
  return rows
}

/** `position` is the sort key as text, because a Date can't hold a timestamp's microseconds. */
type ListedRow = CardRow & { position: string }

type HasFew = (part: ListPart) => boolean

/** SQL for the next prompts of everybody's list. */
function publicList(part: PartToRead, hasFew: HasFew): RawBuilder<ListedRow> {
  const found = placesInTagList(part) ?? (hasFew(part) ? sortedPlaces(part) : null)
  const { key } = orderKeys[part.order]
  return found
    ? sql`
        select ${cardColumns}, listed.key::text as position from (${found}) listed join ${cardSource} on p.id = listed.id
        where ${isPublished} order by listed.key desc, p.id desc`
    : sql`
        select ${cardColumns}, ${key}::text as position from ${cardSource} where ${sql.join(nextIn(part), sql` and `)}
        order by ${key} desc, p.id desc limit ${part.limit}`
}

/** SQL for the next prompts of a list that has the prompts of the reader's groups too, or only those of one group. */
function listFor(reader: GroupReader, asked: PartToRead, hasFew: HasFew): RawBuilder<ListedRow> {
  // Planning takes longer than running. PostgreSQL keeps a plan only if it knows how many prompts are wanted, and with
  // filters the best plan depends on their values.
  const isUsual = asked.limit === defaultLimit + 1 && !asked.filter.filters && !asked.filter.authorId
  const part = isUsual ? { ...asked, limit: sql.lit(defaultLimit + 1) } : asked
  const ofGroups = groupList(reader, part)
  if (!ofGroups && !reader.isOne) return publicList(part, hasFew)
  const ofEverybody = placesInTagList(part) ?? (hasFew(part) ? sortedPlaces(part) : orderedPlaces(part))
  const lists = [...(reader.isOne ? [] : [ofEverybody]), ...(ofGroups ? [ofGroups] : [])]
  return sql`${isUsual ? preparedOnce : sql``}
    select ${cardColumns}, ${groupMark(reader.userId)}, listed.key::text as position from (
      select id, key from (${sql.join(
        lists.map((list) => sql`(${list})`),
        sql` union `,
      )}) places order by key desc, id desc limit ${part.limit}
    ) listed join ${cardSource} on p.id = listed.id
    where ${isPublished} or ${isSharedIn(reader)} order by listed.key desc, p.id desc`
}

/** SQL for the next prompts of a list (id, key), which are read from the index of the list's order and then filtered. */
function orderedPlaces(part: PartToRead): RawBuilder<unknown> {
  const { key } = orderKeys[part.order]
  return sql`select p.id, ${key} as key from prompts p where ${sql.join(nextIn(part), sql` and `)}
    order by ${key} desc, p.id desc limit ${part.limit}`
}

/** Returns the conditions for the published prompts that follow in a part of a list, over prompts as `p`. */
function nextIn({ start, ...part }: PartToRead): RawBuilder<boolean>[] {
  const { key, type } = orderKeys[part.order]
  const after = start && sql<boolean>`(${key}, p.id) < (${start.key}::${type}, ${start.id}::uuid)`
  return [...publishedIn(part), ...(after ? [after] : [])]
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

function isSmallTotal({ total, totalIsFloor }: Total): boolean {
  return total <= fewMax && !totalIsFloor
}

/** Whether few prompts have a picture, among those that the category and the filters of a list leave. */
async function hasFewWithPicture(db: Db, { filters = [], categoryId }: PromptFilter): Promise<boolean> {
  return (await countPromptsWithFilters(db, [...filters, withPicture], categoryId)) <= fewMax
}

/** Like `orderedPlaces`, but for a small number of prompts: finds them by their filters, then sorts them. */
function sortedPlaces({ start, limit, ...part }: PartToRead): RawBuilder<unknown> {
  const { key, type } = orderKeys[part.order]
  const after = start ? sql`where (key, id) < (${start.key}::${type}, ${start.id}::uuid)` : sql``
  return sql`
    with found as materialized (
      select p.id, ${key} as key from prompts p where ${sql.join(publishedIn(part), sql` and `)}
    ) select id, key from found ${after} order by key desc, id desc limit ${limit}`
}

/**
 * SQL for the next prompts of a list by tag (id, key). Returns null for the order `recent`, and for any filter other than
 * a tag with or without a category.
 */
function placesInTagList({ order, filter, condition, start, limit }: PartToRead): RawBuilder<unknown> | null {
  const list = asTagList(filter)
  if (!list || order === 'recent') return null
  const after = start && { key: sql`${start.key}::${orderKeys[order].type}`, id: start.id }
  return sql`
    select tagged.prompt_id as id, tagged.key from (${tagListQuery(list, order, after, limit, condition?.('t'))}) tagged`
}

type Total = { total: number; totalIsFloor?: boolean }
const noPrompts: Total = { total: 0 }

async function totalFor(db: Db, filter: PromptFilter, reader: GroupReader): Promise<Total> {
  const [ofEverybody, ofGroups] = await Promise.all([
    reader.isOne ? noPrompts : totalOf(db, filter),
    countUpTo(db, countedInGroups(reader, filter, countedMax + 1)),
  ])
  const totalIsFloor = ofEverybody.totalIsFloor || ofGroups.totalIsFloor
  return { total: ofEverybody.total + ofGroups.total, ...(totalIsFloor && { totalIsFloor }) }
}

async function totalOf(db: Db, filter: PromptFilter): Promise<Total> {
  const usedValues = Object.values(filter).filter((value) => value !== undefined)
  if (usedValues.length === 0) return { total: await countPrompts(db, 'all') }
  const { filters, categoryId, ...otherFilters } = filter
  if (filters && Object.values(otherFilters).every((value) => value === undefined))
    return { total: await countPromptsWithFilters(db, filters, categoryId) }
  if (usedValues.length === 1) {
    if (filter.categoryId) return { total: await countPrompts(db, 'category', filter.categoryId) }
    if (filter.authorId) return { total: await countPrompts(db, 'author', filter.authorId) }
    if (filter.tag) return { total: await countPrompts(db, 'tag', filter.tag) }
    if (filter.featured) return { total: await countPrompts(db, 'featured') }
  }
  const list = asTagList(filter)
  const source = list
    ? sql`(select ${rowsOfTag(list)}) listed`
    : sql`prompts p where ${sql.join([isPublished, ...conditionsOf(filter)], sql` and `)}`
  return countUpTo(db, source)
}

/** A short list: the first `limit` prompts in an order that meet `condition` (over prompts as `p`). */
export type Section = { order: PromptOrder; limit: number; condition?: RawBuilder<boolean> }

/** Reads several short lists of published prompts in one statement. `prefer`: the reader's language. */
export async function readSections<Name extends string>(
  db: Db,
  sections: Record<Name, Section>,
  prefer?: string,
): Promise<Record<Name, PromptCard[]>> {
  const rows = await readSectionRows(db, sections, prefer)
  const names = Object.keys(sections) as Name[]
  return Object.fromEntries(names.map((name) => [name, rows[name].map(toPromptCard)])) as Record<Name, PromptCard[]>
}

/** Like `readSections`, for lists of which few prompts are shown: `toPromptCard` makes a card of a row. */
export async function readSectionRows<Name extends string>(
  db: Db,
  sections: Record<Name, Section>,
  prefer?: string,
): Promise<Record<Name, CardRow[]>> {
  const names = Object.keys(sections) as Name[]
  const parts = names.map((name) => {
    const { order, limit, condition = sql<boolean>`true` } = sections[name]
    const { key } = orderKeys[order]
    return sql`(select ${sql.lit(name)} as section, ${cardColumns} from ${cardSource}
      where ${isPublished} and ${condition} order by ${key} desc, p.id desc limit ${limit})`
  })
  const { rows } = await sql<CardRow & { section: Name }>`${sql.join(parts, sql` union all `)}`.execute(db)
  const lists = names.map((name) => rows.filter(({ section }) => section === name))
  const shown = await preferLanguage(db, lists, prefer)
  return Object.fromEntries(names.map((name, index) => [name, shown[index] ?? []])) as Record<Name, CardRow[]>
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
  Omit<Prompt, keyof PromptCard | 'forkOf' | 'translations' | 'sha256' | 'audience'> & {
    translations: TranslationRow[]
    /** Only with the columns of `groupColumnsFor`. */
    memberTranslations?: TranslationRow[]
    /** Only with the columns of `groupColumnsFor`. */
    audience?: Audience | null
    forkSlug: string | null
    forkTitle: string | null
  }

const {
  forkOf: _,
  forks: __,
  suggestedBy: ___,
  sha256: ____,
  audience: _____,
  labels: ______,
  sections: _______,
  translations: ________,
  ...storedFields
} = Prompt.shape
const pageFields = Object.keys(storedFields).filter((name) => !(name in PromptCard.shape))

/** SQL for the names of up to ten people whose suggested edits are public versions of a prompt (as `p`). */
const suggestedBy = sql`array(
  select u.display_username from prompt_version_credits s
  join prompt_versions v on v.prompt_id = s.prompt_id and v.version = s.version and v.shown join users u on u.id = s.user_id
  where s.prompt_id = p.id group by u.id order by min(s.version) limit 10)`

/** SQL for the labels of a prompt (as `p`) on versions that everybody reads who sees the prompt, as JSON. */
const publicLabels = sql`coalesce((
  select jsonb_agg(jsonb_build_object('label', l.label, 'version', l.version) order by l.label collate "C")
  from prompt_labels l join prompt_versions v on v.prompt_id = l.prompt_id and v.version = l.version
    and (v.shown or p.status = 'shared' and v.shared)
  where l.prompt_id = p.id), '[]')`

/** The columns of a prompt's page. A query that selects them must select from `promptSource`. */
export const promptColumns = sql`${cardColumns}, ${columnsOf('p', pageFields)},
    f.slug as fork_slug, f.title as fork_title,
    (select count(*) from prompts k where k.fork_of = p.id and ${isPublishedAs('k')}) as forks,
    ${suggestedBy} as suggested_by, ${publicLabels} as labels, ${translationsOf(isPublishedAs('t'))} as translations`
export const promptSource = sql`${cardSource} left join prompts f on f.id = p.fork_of and ${isPublishedAs('f')}`

/** The columns of a prompt's page that depend on its reader's groups. */
export function groupColumnsFor(userId: string): RawBuilder<unknown> {
  const named = groupNameOf('g')
  const [mine, written, decided] = (['read', 'write', 'approve'] as const).map((right) => groupsOf(userId, right))
  return sql`${groupMark(userId)}, ${translationsOf(isLiveForUser(userId, 't'))} as member_translations,
    case when p.group_id is not null and p.group_ids && ${mine} then jsonb_build_object(
      'group', (select ${named} from groups g where g.id = p.group_id and g.id = any (${mine})),
      'otherGroups', (select coalesce(jsonb_agg(${named} order by g.name), '[]') from groups g
        where g.id = any (p.group_ids) and g.id <> p.group_id and (g.id = any (${mine}) or p.group_id = any (${written}))),
      'needsApproval', (select g.needs_approval from groups g where g.id = p.group_id),
      'mayEdit', p.group_id = any (${written}), 'mayDecide', p.group_id = any (${decided})
    ) end as audience`
}

/** Returns a prompt that the actor may see, by id or current slug. Throws AppError not_found. */
export async function getPromptOrThrow(db: Db, actor: Actor, idOrSlug: string): Promise<Prompt> {
  const prompt = await findPrompt(db, actor, idOrSlug)
  if (!prompt) throw notFound(t('This prompt'))
  return prompt
}

/**
 * Returns a prompt (by id) to the member who has just changed it, even if they returned it to its author and so may no
 * longer open it.
 */
export async function getChangedPromptOrThrow(db: Db, member: Member, id: string): Promise<Prompt> {
  const changed = (await findPrompt(db, member, id)) ?? (await findPrompt(db, { kind: 'system', name: 'edit' }, id))
  if (!changed) throw notFound(t('This prompt'))
  return changed
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
  if (!rows[0]) throw notFound(t('This prompt'))
  return rows[0]
}

/** Returns a prompt that is live for the actor, by id or current slug. Throws AppError not_found. */
export async function getLivePromptOrThrow(db: Db, actor: Actor, idOrSlug: string): Promise<Prompt> {
  return getPromptOrThrow(db, actor, await getLivePromptIdOrThrow(db, actor, idOrSlug))
}

/** Returns a published prompt, by id or current slug. Throws AppError not_found. */
export async function getPublishedPromptOrThrow(db: Db, idOrSlug: string): Promise<Prompt> {
  const prompt = await findPrompt(db, 'anybody', idOrSlug)
  if (!prompt) throw notFound(t('This prompt'))
  return prompt
}

async function findPrompt(
  db: Db,
  reader: Actor | 'anybody',
  idOrSlug: string,
  sections?: SectionConditions,
): Promise<Prompt | null> {
  const isMember = reader !== 'anybody' && reader.kind === 'user'
  const columns = [
    promptColumns,
    ...(isMember ? [groupColumnsFor(reader.id)] : []),
    ...(sections ? [sectionsColumn(sections)] : []),
  ]
  const { rows } = await sql<PromptRow>`
    select ${sql.join(columns)} from ${promptSource} where ${visibleTo(reader)} and ${hasIdOrSlug(idOrSlug)}`.execute(
    db,
  )
  return rows[0] ? toPrompt(rows[0]) : null
}

/** For each section of a prompt's page: whether it may have entries, for prompts as `p`. Higher features own the entries. */
export type SectionConditions = Record<PromptSection, RawBuilder<boolean>>

function sectionsColumn(conditions: SectionConditions): RawBuilder<unknown> {
  const names = promptSections.map((name) => sql`case when ${conditions[name]} then ${sql.lit(name)} end`)
  return sql`array_remove(array[${sql.join(names)}], null) as sections`
}

/** Returns the id of a prompt that is live for the actor, by id or current slug. Throws AppError not_found. */
export async function getLivePromptIdOrThrow(db: Db, actor: Actor, idOrSlug: string): Promise<string> {
  return getIdOrThrow(db, isLiveFor(actor), idOrSlug)
}

/** Returns the id of a published prompt, by id or current slug. Throws AppError not_found. */
export async function getPublishedPromptIdOrThrow(db: Db, idOrSlug: string): Promise<string> {
  return getIdOrThrow(db, isPublished, idOrSlug)
}

async function getIdOrThrow(db: Db, condition: RawBuilder<boolean>, idOrSlug: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select p.id from prompts p where ${condition} and ${hasIdOrSlug(idOrSlug)}`.execute(db)
  if (!rows[0]) throw notFound(t('This prompt'))
  return rows[0].id
}

/**
 * Returns a prompt that the reader may see, by id or current slug. For a former slug, returns the prompt's current
 * slug; former slugs are looked up only if nothing else matches. With `requestedLabel`, returns the prompt as in the version with
 * this label. With `sections`, also tells which sections may have entries. Throws AppError not_found.
 */
export async function readPromptOrThrow(
  db: Db,
  reader: Actor | 'anybody',
  idOrSlug: string,
  requestedLabel?: string,
  sections?: SectionConditions,
): Promise<{ prompt: Prompt } | { movedTo: string }> {
  const prompt = await findPrompt(db, reader, idOrSlug, sections)
  const label = requestedLabelOf(requestedLabel)
  if (prompt) return { prompt: label === null ? prompt : await atLabelOrThrow(db, reader, prompt, label) }
  const movedTo = await findMovedSlug(db, visibleTo(reader), idOrSlug)
  if (movedTo === null) throw notFound(t('This prompt'))
  return { movedTo }
}

function visibleTo(reader: Actor | 'anybody'): RawBuilder<boolean> {
  return reader === 'anybody' ? isPublished : isVisibleTo(reader)
}

/**
 * Returns a prompt that the reader may see as it was in the version with a label: its texts and what follows from them.
 * Throws AppError not_found if the label is on no version, or on one that the reader may not read.
 */
async function atLabelOrThrow(db: Db, reader: Actor | 'anybody', prompt: Prompt, label: string): Promise<Prompt> {
  const { rows } = await sql<VersionedPrompt & { version: number; createdAt: Date }>`
    select v.version, v.created_at, ${columnsOf('v', Object.keys(VersionedPrompt.shape))}
    from prompts p ${withVersionAt(label, reader)} where p.id = ${prompt.id}`.execute(db)
  const [row] = rows
  if (!row) throw noSuchLabel(label)
  const { createdAt, ...version } = row
  if (version.version === prompt.version) return prompt
  const facts = factsOfVersion(version)
  return {
    ...prompt,
    ...version,
    ...facts,
    picture: prompt.category.slug === imageCategory ? facts.picture : null,
    variables: describedVariables(version.content, version.variables),
    sha256: versionDigest(version),
    updatedAt: createdAt.toISOString(),
  }
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
    sha256: versionDigest(row),
    audience: row.audience ?? undefined,
    translations: (row.memberTranslations ?? row.translations).map(withLanguageName),
    forkOf: row.forkSlug && row.forkTitle ? { slug: row.forkSlug, title: row.forkTitle } : null,
  })
}
