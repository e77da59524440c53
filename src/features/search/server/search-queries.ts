import { getCategoryOrThrow } from '#features/catalogue/server/category-queries.ts'
import type { PromptFilter } from '#features/catalogue/server/prompt-queries.ts'
import {
  countFacets,
  matchByFirst,
  matchPrompts,
  type PromptMatch,
  pageOfMatch,
} from '#features/catalogue/server/prompt-search-queries.ts'
import { findContributors } from '#features/contributors/server/contributor-queries.ts'
import type { Db } from '#server/platform/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { SearchAnswer } from '../contract.ts'
import { type SearchSort, searchLimits, submittableTerm } from '../rules.ts'
import { correctTerm } from './correction-queries.ts'

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
 * any of its words counts, then the likeness of titles. A blank term finds nothing.
 */
export async function search(db: Db, request: SearchRequest): Promise<SearchAnswer> {
  if (request.cursor !== undefined && !request.type) {
    throw invalidField('cursor', 'A cursor needs `type`: say which page goes on.')
  }
  const term = submittableTerm(request.q)
  if (!term || request.type === 'tools') return nothing
  const filter: PromptFilter = {
    ...(request.category && { categoryId: (await getCategoryOrThrow(db, request.category)).id }),
    ...(request.tag && { tag: request.tag }),
  }
  const [found, people] = await Promise.all([
    chooseMatch(db, term, filter),
    request.type ? [] : findContributors(db, term, searchLimits.people),
  ])
  if (!found) return { ...nothing, people }
  const { sort, limit, cursor } = request
  const [prompts, facets] = await Promise.all([
    pageOfMatch(db, found.match, { order: sort, limit, cursor }),
    countFacets(db, found.match, searchLimits.tagFacets),
  ])
  return { prompts, tools: emptyPage, people, facets, suggestion: found.suggestion }
}

type Found = { match: PromptMatch; suggestion: string | null }

async function chooseMatch(db: Db, term: string, filter: PromptFilter): Promise<Found | null> {
  const asSaid = await matchPrompts(db, { term, filter, kind: 'every-word' })
  if (asSaid) return { match: asSaid, suggestion: null }
  const corrected = await correctTerm(db, term)
  const asMeant = corrected && (await matchPrompts(db, { term: corrected, filter, kind: 'every-word' }))
  if (asMeant) return { match: asMeant, suggestion: corrected }
  const wider = await matchByFirst(db, { term, filter }, ['any-word', 'likeness'])
  return wider && { match: wider, suggestion: null }
}
