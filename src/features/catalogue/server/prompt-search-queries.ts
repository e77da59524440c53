import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#lib/http-contract.ts'
import type { Db } from '#server/platform/db.ts'
import { cutPage, readCursor } from '#server/platform/paging.ts'
import type { PromptCard } from '../contract.ts'
import { type CardRow, cardColumns, cardSource, toPromptCard } from './prompt-cards.ts'
import { type MatchKind, matchedIds, scoreOf, tsqueryOf } from './prompt-matching.ts'
import { conditionsOf, countedTotalMax, orderKeys, type PromptFilter, type PromptOrder } from './prompt-queries.ts'
import { isPublished } from './prompt-visibility.ts'

export type PromptSearchOrder = 'relevance' | PromptOrder
export type PromptSearch = {
  term: string
  kind: MatchKind
  filter: PromptFilter
  order: PromptSearchOrder
  limit: number
  cursor?: string
}

/** Pieces of plain text; `mark` says which answer the search. */
export type HeadlinePieces = { text: string; mark: boolean }[]
export type FoundPrompt = PromptCard & { headline: HeadlinePieces; titleHeadline: HeadlinePieces }
export type PromptFacets = { categories: { slug: string; count: number }[]; tags: { tag: string; count: number }[] }

/** Matches are ranked and counted up to here (contract "GET /api/search"). */
const candidates = countedTotalMax + 1
/** A headline is taken from the beginning of a long text. */
const headlineCharacters = 5000
// Private-use characters: they can't come out of a text, they are taken out of it before.
const markStart = '\uE000'
const markEnd = '\uE001'

/** A page of the published prompts that match a term. */
export async function searchPrompts(db: Db, search: PromptSearch): Promise<Page<FoundPrompt>> {
  const total = await countMatches(db, search)
  const isFloor = total > countedTotalMax
  const listName = `search:${search.order}`
  const start = readCursor(listName, search.cursor)
  const key = search.order === 'relevance' ? scoreOf(search.term, search.kind) : orderKeys[search.order].key
  const type = search.order === 'relevance' ? sql`float8` : orderKeys[search.order].type
  // Beyond the candidates an order other than relevance walks its own index: a common term is soon met there.
  const walksIndex = isFloor && search.order !== 'relevance' && search.kind === 'every-word'
  const after = start ? sql`where (key, id) < (${start.key}::${type}, ${start.id}::uuid)` : sql``
  const ordered = walksIndex
    ? sql`page as (
        select p.id, ${key} as key from prompts p
        where ${conditions(search)} and p.search_text @@ ${tsqueryOf(search.term, search.kind)}
          ${start ? sql`and (${key}, p.id) < (${start.key}::${type}, ${start.id}::uuid)` : sql``}
        order by ${key} desc, p.id desc limit ${search.limit + 1})`
    : sql`${matched(search)}, scored as (
        select p.id, ${key} as key from matched join prompts p on p.id = matched.id
      ), page as (select id, key from scored ${after} order by key desc, id desc limit ${search.limit + 1})`
  const { rows } = await sql<CardRow & { position: string; title_headline: string; headline: string }>`
    with ${ordered}
    select ${cardColumns}, page.key::text as position, ${headlines(search)}
    from page join ${cardSource} on p.id = page.id
    order by page.key desc, page.id desc`.execute(db)
  const { items, nextCursor } = cutPage(rows, search.limit, listName, (row) => ({ key: row.position, id: row.id }))
  return {
    items: items.map((row) => ({
      ...toPromptCard(row),
      headline: piecesOf(row.headline),
      titleHeadline: piecesOf(row.title_headline),
    })),
    nextCursor,
    ...(isFloor ? { total: countedTotalMax, totalIsFloor: true } : { total }),
  }
}

/** As `searchPrompts`, trying every word first, then any word, then the likeness of titles. */
export async function findPrompts(db: Db, search: Omit<PromptSearch, 'kind'>): Promise<Page<PromptCard>> {
  const kind = await firstKindThatMatches(db, search)
  const page = await searchPrompts(db, { ...search, kind: kind ?? 'every-word' })
  return { ...page, items: page.items.map(({ headline: _, titleHeadline: __, ...card }) => card) }
}

/** The strictest kind of match that finds anything; null when none does. */
export async function firstKindThatMatches(
  db: Db,
  search: Pick<PromptSearch, 'term' | 'filter'>,
  kinds: readonly MatchKind[] = ['every-word', 'any-word', 'likeness'],
): Promise<MatchKind | null> {
  for (const kind of kinds) if ((await countMatches(db, { ...search, kind })) > 0) return kind
  return null
}

/** How many prompts match, counted to one more than `countedTotalMax`. */
export async function countMatches(db: Db, search: Pick<PromptSearch, 'term' | 'kind' | 'filter'>): Promise<number> {
  const { rows } = await sql<{ total: number }>`with ${matched(search)} select count(*) as total from matched`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** Matches by category (whatever category is chosen) and by tag (within the chosen category). */
export async function countFacets(
  db: Db,
  search: Pick<PromptSearch, 'term' | 'kind' | 'filter'>,
  tagMax: number,
): Promise<PromptFacets> {
  const { categoryId: _, ...anyCategory } = search.filter
  const [categories, tags] = await Promise.all([
    sql<{ slug: string; count: number }>`
      with ${matched({ ...search, filter: anyCategory })}
      select c.slug, count(*) as count from matched join prompts p on p.id = matched.id
        join categories c on c.id = p.category_id
      group by c.slug, c.position order by count desc, c.position`.execute(db),
    sql<{ tag: string; count: number }>`
      with ${matched(search)}
      select tag, count(*) as count from matched join prompts p on p.id = matched.id, unnest(p.tags) as tag
      group by tag order by count desc, tag limit ${tagMax}`.execute(db),
  ])
  return { categories: categories.rows, tags: tags.rows }
}

function conditions({ filter }: Pick<PromptSearch, 'filter'>): RawBuilder<boolean> {
  return sql<boolean>`${sql.join([isPublished, ...conditionsOf(filter)], sql` and `)}`
}

function matched(search: Pick<PromptSearch, 'term' | 'kind' | 'filter'>): RawBuilder<unknown> {
  return matchedIds(search.term, search.kind, conditions(search), candidates)
}

function headlines({ term, kind }: PromptSearch): RawBuilder<unknown> {
  const query = kind === 'likeness' ? sql`websearch_to_tsquery('promptarium_simple', ${term})` : tsqueryOf(term, kind)
  const marks = `StartSel=${markStart}, StopSel=${markEnd}`
  const configuration = sql`(case p.language when 'en' then 'promptarium_english' else 'promptarium_simple' end)::regconfig`
  const clean = (text: RawBuilder<unknown>) => sql`translate(${text}, ${markStart + markEnd}, '')`
  return sql`
    ts_headline(${configuration}, ${clean(sql`p.title`)}, ${query}, ${`${marks}, HighlightAll=true`}) as title_headline,
    ts_headline(${configuration}, ${clean(sql`left(p.content, ${headlineCharacters})`)}, ${query},
      ${`${marks}, MinWords=24, MaxWords=40`}) as headline`
}

function piecesOf(marked: string): HeadlinePieces {
  return marked
    .split(markStart)
    .flatMap((part, index) => {
      if (index === 0) return [{ text: part, mark: false }]
      const [text = '', rest = ''] = part.split(markEnd)
      return [
        { text, mark: true },
        { text: rest, mark: false },
      ]
    })
    .filter((piece) => piece.text !== '')
}
