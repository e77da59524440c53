import { sql } from 'kysely'
import { recognizedWeightMin } from '#features/prompt-search/ranking-rules.ts'
import { isRoleWord } from '#features/prompt-search/search-word-rules.ts'
import type { Ranked } from '#features/prompt-search/server/rank-found.ts'
import { lexemesOf } from '#features/prompt-search/server/search-lexemes.ts'
import {
  type PlannedWord,
  planPart,
  planSearch,
  type SearchPlan,
  wordsWithoutFillers,
} from '#features/prompt-search/server/search-plan.ts'
import { columnsOf, type Db } from '#platform/database/db.ts'
import type { Tool, ToolCount, ToolPage, ToolRequest } from '../contract.ts'
import { readToolRequest } from '../request-rules.ts'
import {
  type FactFilter,
  isRepository,
  matchesFacts,
  type ToolFact,
  type ToolType,
  toolFactNames,
  toolParameters,
  valuesByFact,
} from '../rules.ts'
import { readToolCounts } from './tool-counts.ts'
import { findAlternatives, listTools, type ToolFilter } from './tool-queries.ts'
import { matchTools, readToolPage, type ToolMatch } from './tool-search-queries.ts'

/** The maximum number of alternatives to a tool. */
const alternativesMax = 60
/**
 * Bonuses that exceed any score. Tools that fit get `fitBonus`, so that they precede all others, and `noInstallBonus`,
 * so that they precede repositories. A repository gets it too if a word of the search is in its name, or if the search
 * asks for alternatives to a tool.
 */
const fitBonus = 2_000_000
const noInstallBonus = 1_000_000

/** The tools for a request, best first, and how the request was understood. Tools that fit precede all others. */
export type RequestedTools = { match: ToolMatch; request: ToolRequest }

/**
 * Finds the tools that a term asks for, with the price in the filter, otherwise the price that the term names. Returns
 * null if the term has only words for prices or tools. `includesGuesses` tells whether to include a few tools that
 * match only a part of the term. `termPlan` is the term's search plan, if known.
 */
export async function findRequestedTools(
  db: Db,
  term: string,
  { type, categoryId, tag, ...facts }: ToolFilter,
  { includesGuesses, termPlan }: { includesGuesses: boolean; termPlan?: SearchPlan },
): Promise<RequestedTools | null> {
  const { term: task, withoutPrice, filter: priceInTerm, alternativeTo } = readToolRequest(term)
  const price = hasPrice(facts) ? facts : priceInTerm
  const replacedTool = alternativeTo === null ? null : await findToolByName(db, alternativeTo)
  if (!replacedTool && task === '') return null
  const plan = (termPlan && (await planPart(db, termPlan, task))) ?? (await planSearch(db, task))
  const neededWords = await findNeededWords(db, plan)
  const found = replacedTool
    ? { plan, ranked: await findAlternatives(db, replacedTool, { categoryId, tag }, alternativesMax) }
    : ((await matchTools(db, plan, { categoryId, tag }, { includesGuesses })) ?? { plan, ranked: [] })
  const tools = await readFits(db, found.ranked, replacedTool || plan.hasOperators ? null : fitQuery(neededWords))
  const namedIds = new Set(found.ranked.flatMap(({ id, hasTitleWord }) => (hasTitleWord ? [id] : [])))
  const chosenTools = tools.filter((tool) => (!type || tool.type === type) && matchesFacts(tool, price))
  const ranked = chosenTools
    .map((tool) => ({
      id: tool.id,
      score: tool.score + bonusOf(tool, { isNamed: !!replacedTool || namedIds.has(tool.id) }),
    }))
    .sort((a, b) => b.score - a.score)
  return {
    match: { plan, ranked },
    request: {
      withoutPrice,
      words: neededWords.map(({ text }) => text),
      ...price,
      fits: chosenTools.filter(({ fits }) => fits).length,
      counts: countsOf(tools),
      alternativeTo: replacedTool && { name: replacedTool.name, slug: replacedTool.slug },
    },
  }
}

/** Returns what to add to the score of a tool. With `isNamed`, a repository gets as much as other tools. */
function bonusOf(tool: ScoredTool, { isNamed }: { isNamed: boolean }): number {
  if (!tool.fits) return 0
  return isNamed || !isRepository(tool) ? fitBonus + noInstallBonus : fitBonus
}

type NamedTool = Pick<Tool, 'id' | 'name' | 'slug' | 'tags'> & { categoryId: string }

/** Finds a tool by its name. `name` is in lower case, and may have other words after the name of the tool. */
async function findToolByName(db: Db, name: string): Promise<NamedTool | null> {
  const { rows } = await sql<NamedTool>`
    select id, name, slug, tags, category_id from tools
    where lower(name) = ${name} or starts_with(${name}, lower(name) || ' ')
    order by length(name) desc, id limit 1`.execute(db)
  return rows[0] ?? null
}

/** These nouns also match the verbs below (as lexemes): the text of a “video generator” often says “makes videos”. */
const makerNouns = new Set(['generator', 'creator', 'maker', 'designer'])
const makerVerbs = ['make', 'generat', 'creat', 'design', 'turn']

/**
 * Returns the words that a tool needs in order to fit. Leaves out stop words, which aren't indexed, and, unless no other
 * word is left, roles such as “assistant” in “research assistant”. The nouns in `makerNouns` are always needed.
 */
async function findNeededWords(db: Db, plan: SearchPlan): Promise<PlannedWord[]> {
  const plannedWords = wordsWithoutFillers(plan)
  const lexemes = await lexemesOf(
    db,
    plannedWords.map(({ text }) => text),
  )
  const words = plannedWords.filter((_, index) => lexemes[index]?.english !== '')
  const tasks = words.filter(({ text }) => !isRoleWord(text) || makerNouns.has(text))
  return tasks.length > 0 ? tasks : words
}

/**
 * Returns a tsquery for all of the words, each as typed, as corrected or as a close synonym. Instead of a noun in
 * `makerNouns`, a tool may have one of the verbs.
 */
function fitQuery(words: PlannedWord[]): string {
  return words
    .map(({ text, forms }) => [
      ...forms.flatMap(({ english, weight }, index) =>
        english && (index === 0 || weight >= recognizedWeightMin) ? [`(${english})`] : [],
      ),
      ...(makerNouns.has(text) ? makerVerbs : []),
    ])
    .filter((forms) => forms.length > 0)
    .map((forms) => `(${forms.join(' | ')})`)
    .join(' & ')
}

type ScoredTool = Pick<Tool, 'id' | 'type' | 'url' | 'tags' | ToolFact> & { score: number; fits: boolean }

/** Reads the ranked tools, and whether they fit. If `query` is null, all do; if it is empty, none does. */
async function readFits(db: Db, ranked: Ranked[], query: string | null): Promise<ScoredTool[]> {
  if (ranked.length === 0) return []
  const fits = query === null ? sql`true` : query === '' ? sql`false` : sql`t.search @@ ${query}::tsquery`
  const { rows } = await sql<ScoredTool>`
    select t.id, t.type, t.url, t.tags, ${columnsOf('t', toolFactNames)}, ranked.score, ${fits} as fits
    from unnest(${ranked.map(({ id }) => id)}::uuid[], ${ranked.map(({ score }) => score)}::float8[]) as ranked(id, score)
    join tools t on t.id = ranked.id`.execute(db)
  return rows
}

function countsOf(tools: ScoredTool[]): ToolCount[] {
  const groups = Map.groupBy(tools, (tool) => JSON.stringify([tool.type, ...toolFactNames.map((fact) => tool[fact])]))
  return [...groups.values()].flatMap((group) => {
    const [tool] = group
    return tool ? [{ type: tool.type as ToolType, ...valuesByFact((fact) => tool[fact]), tools: group.length }] : []
  })
}

/** Returns a page of the tools that a term asks for. A term that names only a price lists all tools of that price. */
export async function findToolsForRequest(
  db: Db,
  {
    term,
    filter,
    ...page
  }: { term: string; filter: Omit<ToolFilter, 'categoryId' | 'tag'>; limit: number; cursor?: string },
): Promise<ToolPage> {
  const requested = await findRequestedTools(db, term, filter, { includesGuesses: true })
  if (!requested) return listPriced(db, term, filter, page)
  const { items, ...rest } = await readToolPage(db, requested.match, { order: 'relevance', ...page })
  return { ...rest, items: items.map(({ headline: _, ...tool }) => tool), request: requested.request }
}

/** Returns a page of the tools for a term such as “free tools”, sorted by name. */
async function listPriced(
  db: Db,
  term: string,
  { type, ...facts }: Omit<ToolFilter, 'categoryId' | 'tag'>,
  page: { limit: number; cursor?: string },
): Promise<ToolPage> {
  const { withoutPrice, filter: priceInTerm } = readToolRequest(term)
  const price = hasPrice(facts) ? facts : priceInTerm
  const [list, counts] = await Promise.all([listTools(db, { type, ...price }, page), readToolCounts(db)])
  return { ...list, request: { withoutPrice, words: [], ...price, fits: list.total, counts, alternativeTo: null } }
}

function hasPrice(filter: FactFilter): boolean {
  return toolParameters.some((name) => filter[name] !== undefined)
}
