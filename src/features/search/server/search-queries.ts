import { type ChosenFilters, storedValues } from '#features/catalogue/filter-rules.ts'
import { getCategoryOrThrow } from '#features/catalogue/server/category-queries.ts'
import { byFilter } from '#features/catalogue/server/filter-counts.ts'
import type { PromptFilter } from '#features/catalogue/server/prompt-conditions.ts'
import { searchCollections } from '#features/collections/server/search-collections.ts'
import { findContributors } from '#features/contributors/server/contributor-queries.ts'
import type { FindSimilar } from '#features/embeddings/server/create-sentence-search.ts'
import {
  countFacets,
  matchPrompts,
  type PromptMatch,
  readPromptPage,
} from '#features/prompt-search/server/prompt-search-queries.ts'
import { isMostlyEnglish, planSearch, type SearchPlan } from '#features/prompt-search/server/search-plan.ts'
import { asksForTool, readToolRequest } from '#features/tools/request-rules.ts'
import { findRequestedTools } from '#features/tools/server/tool-request-queries.ts'
import { matchTools, readToolPage } from '#features/tools/server/tool-search-queries.ts'
import type { Db } from '#platform/db.ts'
import { invalidField } from '#platform/errors.ts'
import type { SearchResults } from '../contract.ts'
import { type SearchSort, searchLimits, submittableTerm, termContainsName } from '../rules.ts'
import { chooseShorterTerms } from '../shorter-term-rules.ts'
import { correctWords } from './correction-queries.ts'

/** A term with more words than this is a sentence, not a name. */
const nameWordsMax = 6

/** The filters that apply to both prompts and tools. */
type CategoryAndTag = { categoryId?: string; tag?: string }

export type SearchRequest = ChosenFilters & {
  q: string
  type?: 'prompts' | 'tools'
  category?: string
  tag?: string
  sort: SearchSort
  limit: number
  cursor?: string
}

/** Matches a term of several words, which can be a sentence. A single word isn't searched by meaning. */
const severalWords = /\S\s+\S/

export type SearchContext = { db: Db; findSimilar: FindSimilar }

const emptyPage = { items: [], nextCursor: null, total: 0 }
const noResults: SearchResults = {
  prompts: emptyPage,
  tools: emptyPage,
  people: [],
  collections: [],
  facets: { categories: [], tags: [], filters: byFilter([]) },
  suggestion: null,
  isGuess: false,
  isPartial: false,
  shorterTerms: [],
  isForeign: false,
  searchedWords: null,
  isIncomplete: false,
}

/**
 * Searches prompts, tools, people and collections. Typos are corrected (`suggestion`). A prompt with too few of the
 * words is found only if its meaning resembles the term's (`findSimilar`), or as a guess. An empty term finds nothing.
 * Tools have no copies, so `popular` sorts them by relevance. Throws AppError validation_failed (an invalid cursor, or
 * one without `type`), not_found (the category).
 */
export async function search({ db, findSimilar }: SearchContext, request: SearchRequest): Promise<SearchResults> {
  if (request.cursor !== undefined && !request.type) {
    throw invalidField('cursor', 'With a cursor, `type` has to say which of the two lists continues.')
  }
  const term = submittableTerm(request.q)
  if (!term) return noResults
  const categoryAndTag: CategoryAndTag = {
    ...(request.category && { categoryId: (await getCategoryOrThrow(db, request.category)).id }),
    ...(request.tag && { tag: request.tag }),
  }
  const filters = storedValues(request)
  const plan = await planSearch(db, term, (words) => correctWords(db, words))
  const isFiltered = request.type !== undefined || Object.keys(categoryAndTag).length + filters.length > 0
  const [{ prompts, isIncomplete }, tools, people, collections] = await Promise.all([
    request.type === 'tools'
      ? { prompts: null, isIncomplete: false }
      : searchPrompts(
          { db, findSimilar },
          plan,
          { ...categoryAndTag, ...(filters.length > 0 && { filters }) },
          request,
        ),
    request.type === 'prompts' ? null : searchTools(db, plan, categoryAndTag, request),
    request.type || plan.length > nameWordsMax ? [] : findContributors(db, term, searchLimits.people),
    isFiltered ? [] : searchCollections(db, term),
  ])
  const { prompts: promptPage, facets, isGuess, isPartial, shorterTerms } = prompts ?? noResults
  // Names that only resemble the term are shown only if no prompt matches.
  const matchingPeople = prompts ? people.filter(({ username }) => termContainsName(username, term)) : people
  const suggestion = prompts || tools ? plan.suggestion : null
  const searchedWords = plan.isCut ? plan.length : null
  return {
    prompts: promptPage,
    tools: tools ?? emptyPage,
    people: matchingPeople,
    collections,
    facets,
    suggestion,
    isGuess,
    isPartial,
    shorterTerms,
    isForeign: plan.isForeign,
    searchedWords,
    isIncomplete,
  }
}

/** Searches prompts. `prompts` is null if there are none. `isIncomplete`: those of similar meaning may be missing. */
async function searchPrompts(
  { db, findSimilar }: SearchContext,
  plan: SearchPlan,
  filter: PromptFilter,
  { sort, limit, cursor }: SearchRequest,
) {
  const { categoryId, ...anyCategory } = filter
  // The sentence model knows only English, and quotes and minus signs must be followed exactly.
  const isByMeaning = severalWords.test(plan.term) && isMostlyEnglish(plan) && !plan.hasOperators
  // This isn't awaited here, so that the model works while the words are searched.
  const similar = isByMeaning ? findSimilar(plan.term) : undefined
  const near = similar?.then(({ similarities }) => similarities)
  // `wide` has the matches in all categories, to count them by category.
  const [match, wide] = await Promise.all([
    matchPrompts(db, plan, filter, { near, countsRest: 'all' }),
    categoryId ? matchPrompts(db, plan, anyCategory, { near, onlyToCount: true, countsRest: 'categories' }) : null,
  ])
  const isIncomplete = (await similar)?.isComplete === false
  if (!match) return { prompts: null, isIncomplete }
  const [page, facets] = await Promise.all([
    readPromptPage(db, match, { order: sort, limit, cursor }),
    countFacets(db, match, { wide: categoryId ? wide : match, tagMax: searchLimits.tagFacets }),
  ])
  const { isGuess, isPartial = false } = match
  const shorterTerms = isGuess || isPartial ? shorterTermsOf(match) : []
  return { prompts: { prompts: page, facets, isGuess, isPartial, shorterTerms }, isIncomplete }
}

function shorterTermsOf({ plan, ranked }: PromptMatch): string[] {
  return chooseShorterTerms(
    plan.words.map((word) => ({ ...word, rarity: word.forms[0]?.rarity ?? 0 })),
    ranked.map(({ recognized = [] }) => recognized),
  )
}

/** Searches tools. Finds partial matches only if the term asks for a tool: other long terms would match by chance. */
async function searchTools(db: Db, plan: SearchPlan, filter: CategoryAndTag, { sort, limit, cursor }: SearchRequest) {
  const page = { order: sort === 'newest' ? ('newest' as const) : ('relevance' as const), limit, cursor }
  const wantsTool = asksForTool(plan.term)
  // “An alternative to meat” asks for a tool only if there is a tool named meat.
  if (wantsTool || readToolRequest(plan.term).alternativeTo !== null) {
    const requested = await findRequestedTools(db, plan.term, filter, { includesGuesses: true, termPlan: plan })
    if (requested && (wantsTool || requested.request.alternativeTo))
      return { ...(await readToolPage(db, requested.match, page)), request: requested.request }
  }
  const match = await matchTools(db, plan, filter, { includesGuesses: false })
  return match && readToolPage(db, match, page)
}
