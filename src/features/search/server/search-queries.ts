import { type ChosenFilters, storedValues } from '#features/catalogue/filter-rules.ts'
import { getCategoryOrThrow } from '#features/catalogue/server/category-queries.ts'
import { byFilter } from '#features/catalogue/server/filter-counts.ts'
import { findGroupReader, type GroupReader } from '#features/catalogue/server/group-lists.ts'
import type { PromptFilter } from '#features/catalogue/server/prompt-conditions.ts'
import { searchCollections } from '#features/collections/server/search-collections.ts'
import { findContributors } from '#features/contributors/server/contributor-queries.ts'
import type { FindSimilar, SimilarPrompts } from '#features/embeddings/server/create-sentence-search.ts'
import {
  countFacets,
  matchPrompts,
  type PromptMatch,
  readPromptPage,
} from '#features/prompt-search/server/prompt-search-queries.ts'
import type { Ranked, Similarities } from '#features/prompt-search/server/rank-found.ts'
import { isMostlyEnglish, planSearch, type SearchPlan } from '#features/prompt-search/server/search-plan.ts'
import { asksForTool, readToolRequest } from '#features/tools/request-rules.ts'
import { findRequestedTools } from '#features/tools/server/tool-request-queries.ts'
import { matchTools, readToolPage } from '#features/tools/server/tool-search-queries.ts'
import { t } from '#lib/texts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
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
  group?: string
  sort: SearchSort
  limit: number
  cursor?: string
  prefer?: string
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
 * one without `type`), not_found (the category, or a group in which the actor isn't a member).
 */
export async function search(
  { db, findSimilar }: SearchContext,
  actor: Actor,
  request: SearchRequest,
): Promise<SearchResults> {
  if (request.cursor !== undefined && !request.type) {
    throw invalidField('cursor', t('With a cursor, `type` has to say which of the two lists continues.'))
  }
  const reader = await findGroupReader(db, actor, request.group)
  const term = submittableTerm(request.q)
  if (!term) return noResults
  const categoryAndTag: CategoryAndTag = {
    ...(request.category && { categoryId: (await getCategoryOrThrow(db, request.category)).id }),
    ...(request.tag && { tag: request.tag }),
  }
  const filters = storedValues(request)
  const plan = await planSearch(db, term, (words) => correctWords(db, words), reader)
  const isFiltered =
    request.type !== undefined || request.group !== undefined || Object.keys(categoryAndTag).length + filters.length > 0
  const [{ prompts, isIncomplete }, tools, people, collections] = await Promise.all([
    request.type === 'tools'
      ? { prompts: null, isIncomplete: false }
      : searchPrompts(
          { db, findSimilar },
          plan,
          { ...categoryAndTag, ...(filters.length > 0 && { filters }) },
          { ...request, reader },
        ),
    request.type === 'prompts' || request.group !== undefined ? null : searchTools(db, plan, categoryAndTag, request),
    request.type || request.group !== undefined || plan.length > nameWordsMax
      ? []
      : findContributors(db, term, searchLimits.people),
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
  { sort, limit, cursor, prefer, reader }: SearchRequest & { reader: GroupReader | null },
) {
  const { categoryId, ...anyCategory } = filter
  const similar = findSimilarTo(plan, findSimilar)
  const near = similar?.then(({ similarities }) => similarities)
  // `wide` has the matches in all categories, to count them by category.
  const [match, wide] = await Promise.all([
    matchPrompts(db, plan, filter, { near, reader, countsRest: 'all' }),
    categoryId
      ? matchPrompts(db, plan, anyCategory, { near, reader, onlyToCount: true, countsRest: 'categories' })
      : null,
  ])
  const isIncomplete = (await similar)?.isComplete === false
  if (!match) return { prompts: null, isIncomplete }
  const [page, facets] = await Promise.all([
    readPromptPage(db, match, { order: sort, limit, cursor, prefer }),
    countFacets(db, match, { wide: categoryId ? wide : match, tagMax: searchLimits.tagFacets }),
  ])
  const { isGuess, isPartial = false } = match
  const shorterTerms = isGuess || isPartial ? shorterTermsOf(match) : []
  return { prompts: { prompts: page, facets, isGuess, isPartial, shorterTerms }, isIncomplete }
}

/** Asks the sentence model. The caller doesn't await it at first, so that the words are searched at the same time. */
function findSimilarTo(plan: SearchPlan, findSimilar: FindSimilar): Promise<SimilarPrompts> | undefined {
  // The model knows only English, and quotes and minus signs must be followed exactly.
  const isByMeaning = severalWords.test(plan.term) && isMostlyEnglish(plan) && !plan.hasOperators
  return isByMeaning ? findSimilar(plan.term) : undefined
}

/**
 * Ranks published prompts by a term, for features that use what is found. `isGuess` means that no prompt is certain to
 * fit. `similarities` is null if meanings weren't compared.
 */
export async function rankPrompts(
  { db, findSimilar }: SearchContext,
  text: string,
): Promise<{ ranked: Ranked[]; isGuess: boolean; similarities: Similarities | null }> {
  const term = submittableTerm(text)
  if (!term) return { ranked: [], isGuess: true, similarities: null }
  const plan = await planSearch(db, term, (words) => correctWords(db, words))
  const similar = findSimilarTo(plan, findSimilar)
  const match = await matchPrompts(db, plan, {}, { near: similar?.then(({ similarities }) => similarities) })
  const { similarities = null } = (await similar) ?? {}
  return {
    ranked: match?.ranked ?? [],
    isGuess: match?.isGuess ?? true,
    similarities: similarities?.size ? similarities : null,
  }
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
