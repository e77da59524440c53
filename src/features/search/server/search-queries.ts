import { getCategoryOrThrow } from '#features/catalogue/server/category-queries.ts'
import { countFacets, matchPrompts, pageOfMatch } from '#features/catalogue/server/prompt-search-queries.ts'
import { planSearch, type SearchPlan } from '#features/catalogue/server/search-plan.ts'
import { findContributors } from '#features/contributors/server/contributor-queries.ts'
import { matchTools, pageOfToolMatch } from '#features/tools/server/tool-search-queries.ts'
import type { Db } from '#server/platform/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { SearchAnswer } from '../contract.ts'
import { type SearchSort, searchLimits, submittableTerm } from '../rules.ts'
import { correctWord } from './correction-queries.ts'

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
 * Searches prompts, tools and people. A word that nothing has is searched beside its correction (`suggestion`: the term
 * with corrections). What has too little of the term isn't found. A blank term finds nothing. Tools have no copies, so `popular` sorts
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
  const plan = await planSearch(db, term, (word) => correctWord(db, word))
  const [prompts, tools, people] = await Promise.all([
    request.type === 'tools' ? null : searchPrompts(db, plan, filter, request),
    request.type === 'prompts' ? null : searchTools(db, plan, filter, request),
    request.type ? [] : findContributors(db, term, searchLimits.people),
  ])
  const { prompts: promptPage, facets } = prompts ?? nothing
  const suggestion = prompts || tools ? plan.suggestion : null
  return { prompts: promptPage, tools: tools ?? emptyPage, people, facets, suggestion }
}

async function searchPrompts(db: Db, plan: SearchPlan, filter: Filter, { sort, limit, cursor }: SearchRequest) {
  const match = await matchPrompts(db, plan, filter)
  if (!match) return null
  const [prompts, facets] = await Promise.all([
    pageOfMatch(db, match, { order: sort, limit, cursor }),
    countFacets(db, match, searchLimits.tagFacets),
  ])
  return { prompts, facets }
}

/** Tools have every word, or a similar name: any one word of a long question would match tools by chance. */
async function searchTools(db: Db, plan: SearchPlan, filter: Filter, { sort, limit, cursor }: SearchRequest) {
  const words = plan.words.filter(({ isBallast }) => !isBallast).map(({ text }) => text)
  const terms = [
    plan.term,
    ...(plan.narrows || words.length === 0 ? [] : [words.join(' ')]),
    ...(plan.suggestion ? [plan.suggestion] : []),
  ]
  for (const term of new Set(terms)) {
    const match = await matchTools(db, { term, filter, kind: 'every-word' })
    if (match) return pageOfToolMatch(db, match, { order: sort === 'newest' ? 'newest' : 'relevance', limit, cursor })
  }
  const alike = await matchTools(db, { term: plan.term, filter, kind: 'likeness' })
  return alike && pageOfToolMatch(db, alike, { order: sort === 'newest' ? 'newest' : 'relevance', limit, cursor })
}
