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

/** What both kinds may be narrowed to. */
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
 * Searches prompts, tools and people. A term that finds nothing as it stands is corrected (`suggestion` says how), then
 * any of its words counts, then the likeness of titles and names. A blank term finds nothing. Nobody counts the copies
 * of a tool: among tools `popular` is by relevance.
 */
export async function search(db: Db, request: SearchRequest): Promise<SearchAnswer> {
  if (request.cursor !== undefined && !request.type) {
    throw invalidField('cursor', 'A cursor needs `type`: say which page goes on.')
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
    match: (said) => matchPrompts(db, { term: said, filter, kind: 'every-word' }),
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
    match: (said) => matchTools(db, { term: said, filter, kind: 'every-word' }),
    // Few tools have any one word in common with a long question: only a name that looks alike is meant.
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
  const asSaid = await match(term)
  if (asSaid) return { match: asSaid, suggestion: null }
  const corrected = await correctTerm(db, term)
  const asMeant = corrected && (await match(corrected))
  if (asMeant) return { match: asMeant, suggestion: corrected }
  const wider = await matchWider()
  return wider && { match: wider, suggestion: null }
}
