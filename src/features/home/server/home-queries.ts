import { sql } from 'kysely'
import type { Category, PromptCard } from '#features/catalogue/contract.ts'
import { featuredMax } from '#features/catalogue/rules.ts'
import { listCategories } from '#features/catalogue/server/category-queries.ts'
import { type CardRow, toPromptCard } from '#features/catalogue/server/prompt-cards.ts'
import {
  featuredSection,
  readSectionRows,
  readSections,
  type Section,
} from '#features/catalogue/server/prompt-queries.ts'
import { readersLanguage } from '#features/catalogue/server/translation-queries.ts'
import { listFeaturedCollections } from '#features/collections/server/collection-queries.ts'
import type { Contributor } from '#features/contributors/contract.ts'
import { listContributors } from '#features/contributors/server/contributor-queries.ts'
import { listRecentResults } from '#features/showcase/server/result-queries.ts'
import { listToolSections, listTools } from '#features/tools/server/tool-queries.ts'
import { utcDay } from '#lib/utc-day.ts'
import type { Db } from '#platform/database/db.ts'
import { type Candidate, chooseDailyPick, choosePrompts, isTellingTitle, sortByShown } from '../choice-rules.ts'
import type { Home } from '../contract.ts'
import { homeSizes } from '../rules.ts'

/**
 * Returns everything on the home page. What the page chooses itself (the prompt of the day, featured prompts, those of
 * the categories, recent results, collections, people's best prompts) repeats nothing above it, except to give each
 * category its three. `includesAllTools` adds the lists `prompts` and `allTools`.
 */
export async function getHome(db: Db, includesAllTools: boolean, now: Date): Promise<Home> {
  const [categories, contributors, lists, tools, collections, all] = await Promise.all([
    listCategories(db),
    listContributors(db, { limit: homeSizes.topContributors }),
    readLists(db),
    listToolSections(db, homeSizes.tools),
    listFeaturedCollections(db),
    includesAllTools ? readFullLists(db) : undefined,
  ])
  const { featured: featuredCandidates, ...ordered } = lists
  const above = new Set(Object.values(ordered).flatMap((prompts) => prompts.map(({ id }) => id)))
  const pick = await readDailyPick(db, featuredCandidates, above, now)
  if (pick) above.add(pick.id)
  const featured = choosePrompts(featuredCandidates, above, homeSizes.promptsPerSection, { mayRepeat: true }).map(
    toCard,
  )
  // The sort is stable, so categories with equal counts keep their order.
  const topCategories = categories.toSorted((a, b) => b.promptCount - a.promptCount).slice(0, homeSizes.topCategories)
  const categoryPrompts = await readCategoryPrompts(db, topCategories, above)
  const recent = await listRecentResults(db, homeSizes.resultCandidates, sql`p.id <> all(${[...above]}::uuid[])`)
  const results = choosePrompts(recent, above, homeSizes.promptsPerSection)
  const shown = [
    ...Object.values(ordered),
    ...Object.values(categoryPrompts),
    featured,
    results,
    pick ? [pick] : [],
  ].flat()
  const tellingCollections = collections.filter(({ title }) => isTellingTitle(title))
  return {
    ...ordered,
    ...(pick && { pick }),
    featured,
    categories,
    topCategories,
    categoryPrompts,
    featuredTools: tools.featured,
    freeTools: tools.free,
    tools: tools.all,
    topContributors: contributors.items.map((person) => withoutShownPrompt(person, shown)),
    ...(results.length >= homeSizes.resultsMin && { results }),
    ...(tellingCollections.length > 0 && { collections: tellingCollections }),
    ...all,
  }
}

/** A prompt that may be chosen. Only those that are chosen become cards, because most aren't. */
type CandidateRow = Candidate & { row: CardRow }

function toCandidate(row: CardRow): CandidateRow {
  const { id, title, excerpt, credit, username, votesUp, votesDown, resultText } = row
  const votes = { up: votesUp, down: votesDown }
  return { id, title, excerpt, credit, user: { username }, votes, result: { text: resultText }, row }
}

const toCard = ({ row }: CandidateRow): PromptCard => toPromptCard(row)

/** Reads the lists whose order the specification gives, and the prompts from which featured ones are chosen. */
async function readLists(db: Db) {
  const limit = homeSizes.promptsPerSection
  const { featured, mostRated, mostCopied, newest } = await readSectionRows(
    db,
    {
      featured: featuredSection(featuredMax),
      mostRated: { order: 'highest-rated', limit, condition: sql`p.rating > 0` },
      mostCopied: { order: 'popular', limit, condition: sql`p.copies > 0` },
      newest: { order: 'newest', limit },
    },
    readersLanguage(),
  )
  return {
    featured: featured.map(toCandidate),
    mostRated: mostRated.map(toPromptCard),
    mostCopied: mostCopied.map(toPromptCard),
    newest: newest.map(toPromptCard),
  }
}

/** Chooses the prompt of the day among featured prompts or, if none of them will do, among trending ones. */
async function readDailyPick(db: Db, featured: CandidateRow[], above: Set<string>, now: Date) {
  const choose = (prompts: CandidateRow[]) =>
    chooseDailyPick(
      prompts.filter(({ id }) => !above.has(id)),
      utcDay(now),
    )
  const pick = choose(featured)
  if (pick) return toCard(pick)
  const rows = await readSectionRows(db, { trending: { order: 'trending', limit: featuredMax } }, readersLanguage())
  const trending = rows.trending.map(toCandidate)
  const trendingPick = choose(trending) ?? chooseDailyPick(trending, utcDay(now))
  return trendingPick && toCard(trendingPick)
}

async function readCategoryPrompts(
  db: Db,
  categories: Category[],
  above: Set<string>,
): Promise<Home['categoryPrompts']> {
  const { firstCandidates, categoryCandidates, promptsPerSection } = homeSizes
  const read = (some: Category[], limit: number, condition = sql<boolean>`true`) => {
    const sectionOf = ({ id }: Category): Section => ({
      order: 'trending',
      limit,
      condition: sql`p.category_id = ${id} and ${condition}`,
    })
    return readSections(
      db,
      Object.fromEntries(some.map((category) => [category.slug, sectionOf(category)])),
      readersLanguage(),
    )
  }
  const first = await read(categories, firstCandidates, sql`p.id <> all(${[...above]}::uuid[])`)
  // Those that are above are needed only if a category has hardly any others.
  const short = categories.filter(({ slug, promptCount }) => {
    const candidates = first[slug] ?? []
    const isAll = candidates.length >= promptCount
    return !isAll && choosePrompts(candidates, new Set(above), promptsPerSection).length < promptsPerSection
  })
  const candidates = { ...first, ...(short.length > 0 && (await read(short, categoryCandidates))) }
  return Object.fromEntries(
    categories.map(({ slug }) => [
      slug,
      sortByShown(choosePrompts(candidates[slug] ?? [], above, promptsPerSection, { mayRepeat: true })),
    ]),
  )
}

/** Leaves out a person's best prompt if the page shows it already. */
function withoutShownPrompt(person: Contributor, shown: PromptCard[]): Contributor {
  const isShown = shown.some(({ slug }) => slug === person.bestPrompt?.slug)
  return isShown ? { ...person, bestPrompt: null } : person
}

/** Returns the lists that `?includeAllTools=true` adds. */
async function readFullLists(db: Db): Promise<Pick<Home, 'prompts' | 'allTools'>> {
  const [{ prompts }, tools] = await Promise.all([
    readSections(db, { prompts: { order: 'newest', limit: homeSizes.allPrompts } }),
    listTools(db, {}, { limit: homeSizes.allTools }),
  ])
  return { prompts, allTools: tools.items }
}
