import { getCategoryOrThrow } from '#features/catalogue/server/category-queries.ts'
import {
  countFacets,
  matchByFirst,
  matchPrompts,
  pageOfMatch,
} from '#features/catalogue/server/prompt-search-queries.ts'
import { findContributors } from '#features/contributors/server/contributor-queries.ts'
import { matchTools, pageOfToolMatch } from '#features/tools/server/tool-search-queries.ts'
import type { Db } from '#server/platform/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { SearchAnswer } from '../contract.ts'
import { type SearchSort, searchLimits, submittableTerm } from '../rules.ts'
import { correctTerm } from './correction-queries.ts'

/** The filters for prompts and tools. */
type Filter = { categoryId?: string; tag?: string }

export type SearchRequest = {
  q: string
  type?: 'prompts' | 'tools'
  category?: string
  tag?: string
  sort: SearchSort
  limit: number
  cursor?: string
}

const emptyPage = { items: [], nextCursor: null, total: 0 }
const nothing: SearchAnswer = {
  prompts: emptyPage,
  tools: emptyPage,
  people: [],
  facets: { categories: [], tags: [] },
  suggestion: null,
}

/**
 * Searches prompts, tools and people. If a term finds nothing, it is corrected (`suggestion`), then any of its words
 * counts, then the similarity of titles and names. A blank term finds nothing. Tools have no copies, so `popular` sorts
 * them by relevance.
 */
export async function search(db: Db, request: SearchRequest): Promise<SearchAnswer> {
  if (request.cursor !== undefined && !request.type) {
    throw invalidField('cursor', 'A cursor needs `type`, which says what to continue.')
  }
  const term = submittableTerm(request.q)
  if (!term) return nothing
  const filter: Filter = {
    ...(request.category && { categoryId: (await getCategoryOrThrow(db, request.category)).id }),
    ...(request.tag && { tag: request.tag }),
  }
  const [prompts, tools, people] = await Promise.all([
    request.type === 'tools' ? null : searchPrompts(db, term, filter, request),
    request.type === 'prompts' ? null : searchTools(db, term, filter, request),
    request.type ? [] : findContributors(db, term, searchLimits.people),
  ])
  const { prompts: promptPage, facets } = prompts ?? nothing
  const suggestion = prompts ? prompts.suggestion : (tools?.suggestion ?? null)
  return { prompts: promptPage, tools: tools?.page ?? emptyPage, people, facets, suggestion }
}

async function searchPrompts(db: Db, term: string, filter: Filter, { sort, limit, cursor }: SearchRequest) {
  const found = await chooseMatch(db, term, {
    match: (searched) => matchPrompts(db, { term: searched, filter, kind: 'every-word' }),
    matchWider: () => matchByFirst(db, { term, filter }, ['any-word', 'likeness']),
  })
  if (!found) return null
  const [prompts, facets] = await Promise.all([
    pageOfMatch(db, found.match, { order: sort, limit, cursor }),
    countFacets(db, found.match, searchLimits.tagFacets),
  ])
  return { prompts, facets, suggestion: found.suggestion }
}

async function searchTools(db: Db, term: string, filter: Filter, { sort, limit, cursor }: SearchRequest) {
  const found = await chooseMatch(db, term, {
    match: (searched) => matchTools(db, { term: searched, filter, kind: 'every-word' }),
    // Any one word of a long question would match tools by chance, so only similar names count.
    matchWider: () => matchTools(db, { term, filter, kind: 'likeness' }),
  })
  if (!found) return null
  const order = sort === 'newest' ? 'newest' : 'relevance'
  return { page: await pageOfToolMatch(db, found.match, { order, limit, cursor }), suggestion: found.suggestion }
}

type Matching<Match> = { match: (term: string) => Promise<Match | null>; matchWider: () => Promise<Match | null> }

async function chooseMatch<Match>(
  db: Db,
  term: string,
  { match, matchWider }: Matching<Match>,
): Promise<{ match: Match; suggestion: string | null } | null> {
  const exact = await match(term)
  if (exact) return { match: exact, suggestion: null }
  const corrected = await correctTerm(db, term)
  const correctedMatch = corrected && (await match(corrected))
  if (correctedMatch) return { match: correctedMatch, suggestion: corrected }
  const wider = await matchWider()
  return wider && { match: wider, suggestion: null }
}
