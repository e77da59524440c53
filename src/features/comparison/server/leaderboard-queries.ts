import { type RawBuilder, sql } from 'kysely'
import { getCategoryOrThrow } from '#features/catalogue/server/category-queries.ts'
import { getPublishedPromptIdOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { ModelVendor } from '#features/models/rules.ts'
import type { Db } from '#platform/database/db.ts'
import type { Leaderboard } from '../contract.ts'
import type { Ballot } from '../rating-rules.ts'
import { averageRating, noneGood, ratedVotesMin, ratingMethod, tie } from '../rules.ts'
import { type Rate, ratings } from './rate-in-worker.ts'
import { isRateable } from './rateable-answers.ts'

/** How many of the newest votes count for ratings. Older ones say little about today's models. */
const votesMax = 20_000
/** How long a computed leaderboard and a result of `hasRating` are cached, in ms. */
const cacheMs = 60_000
const cacheMax = 200

/** A leaderboard as it is stored. */
export type StoredLeaderboard = Omit<Leaderboard, 'computedAt' | 'method' | 'strengths'>

type Filter = { category?: string; promptId?: string }
/** Which votes a leaderboard counts: those in a category, those on a prompt, or all. */
export type Scope = { categoryId?: string; promptId?: string }

/** Returns the name under which a job stores a leaderboard. */
export function scopeName({ categoryId }: Pick<Scope, 'categoryId'>): string {
  return categoryId ?? 'all'
}

/**
 * Returns a function that reads a leaderboard. A job stores those of the site and its categories
 * (refresh-leaderboards.ts), and all others are computed and cached. Throws AppError not_found for unknown categories
 * and prompts, or overloaded if too many are being computed.
 */
export function createLeaderboardReader(db: Db, now: () => Date) {
  const cache = new Map<string, { until: number; board: Promise<Leaderboard> }>()
  return async (filter: Filter): Promise<Leaderboard> => {
    const scope = await findScopeOrThrow(db, filter)
    const storedLeaderboard = scope.promptId ? undefined : await readStored(db, scope)
    const isWholeSite = !scope.promptId && !scope.categoryId
    if (storedLeaderboard)
      return isWholeSite ? { ...storedLeaderboard, strengths: await readStrengths(db) } : storedLeaderboard
    const cacheKey = JSON.stringify(scope)
    const cacheEntry = cache.get(cacheKey)
    if (cacheEntry && cacheEntry.until > now().getTime()) return cacheEntry.board
    const board = readBallots(db, scope).then(async (ballots) =>
      toLeaderboard(await computeLeaderboard(db, scope, ballots, ratings.forVisitor), now()),
    )
    cache.delete(cacheKey)
    cache.set(cacheKey, { until: now().getTime() + cacheMs, board })
    if (cache.size > cacheMax) cache.delete(cache.keys().next().value as string)
    // A failure isn't cached.
    board.catch(() => cache.delete(cacheKey))
    return board
  }
}

async function findScopeOrThrow(db: Db, { category, promptId }: Filter): Promise<Scope> {
  return {
    ...(category && { categoryId: (await getCategoryOrThrow(db, category)).id }),
    ...(promptId && { promptId: await getPublishedPromptIdOrThrow(db, promptId) }),
  }
}

async function readStored(db: Db, scope: Scope): Promise<Leaderboard | undefined> {
  const row = await db
    .selectFrom('leaderboards')
    .select(['board', 'computedAt'])
    .where('scope', '=', scopeName(scope))
    .executeTakeFirst()
  return row && toLeaderboard(row.board, row.computedAt)
}

/**
 * Reads from the stored leaderboards of the categories where each model is better than average: its whole interval is
 * above the average rating there. Models with too few votes in a category have no rating there. Most votes first.
 */
async function readStrengths(db: Db): Promise<NonNullable<Leaderboard['strengths']>> {
  const rows = await db
    .selectFrom('leaderboards as l')
    .innerJoin('categories as c', (join) => join.on('l.scope', '=', sql<string>`c.id::text`))
    .select(['l.board', 'c.name', 'c.slug'])
    .orderBy('c.position')
    .execute()
  return rows
    .flatMap(({ board, name, slug }) =>
      board.models.flatMap(({ model, low, votes }) =>
        low !== null && low > averageRating ? [{ model, category: { name, slug }, votes }] : [],
      ),
    )
    .sort((a, b) => b.votes - a.votes)
}

function toLeaderboard(board: StoredLeaderboard, computedAt: Date): Leaderboard {
  return { ...board, computedAt: computedAt.toISOString(), method: ratingMethod }
}

/**
 * How many votes `hasRating` reads. They are enough for some model to have a rating, unless hundreds of models share
 * them.
 */
const checkedVotesMax = 1_000

/**
 * Returns a function that tells whether any model has a rating, and caches the result. If so, the menus link to the
 * leaderboard.
 */
export function createRatingCheck(db: Db, now: () => Date): () => Promise<boolean> {
  let cacheEntry: { until: number; hasRating: Promise<boolean> } | undefined
  return () => {
    if (cacheEntry && cacheEntry.until > now().getTime()) return cacheEntry.hasRating
    const isAnyRated = hasRating(db)
    cacheEntry = { until: now().getTime() + cacheMs, hasRating: isAnyRated }
    isAnyRated.catch(() => {
      cacheEntry = undefined
    })
    return isAnyRated
  }
}

async function hasRating(db: Db): Promise<boolean> {
  const votes = new Map<string, number>()
  for (const { models, count } of await readBallots(db, {}, checkedVotesMax))
    for (const model of models) votes.set(model, (votes.get(model) ?? 0) + count)
  return [...votes.values()].some((count) => count >= ratedVotesMin)
}

/** Rates the models and adds their median times, prices and costs. */
export async function computeLeaderboard(
  db: Db,
  scope: Scope,
  ballots: Ballot[],
  rate: Rate,
): Promise<StoredLeaderboard> {
  const measures = await readMeasures(db, conditionOf(scope))
  const ratingByModel = new Map((await rate(ballots)).map((rating) => [rating.model, rating]))
  const models = measures.map(({ model, ...measure }) => {
    const { rating = 0, low = 0, high = 0, votes = 0 } = ratingByModel.get(model) ?? {}
    const isRated = votes >= ratedVotesMin
    return {
      model,
      ...measure,
      rating: isRated ? rating : null,
      low: isRated ? low : null,
      high: isRated ? high : null,
      votes,
    }
  })
  return {
    models: models.sort(
      (a, b) => (b.rating ?? -1) - (a.rating ?? -1) || b.votes - a.votes || a.model.localeCompare(b.model),
    ),
    votes: ballots.reduce((sum, { count }) => sum + count, 0),
    ratedVotesMin,
  }
}

/** Returns the SQL condition for a scope. The query must have prompts as `p`. */
function conditionOf({ categoryId, promptId }: Scope): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = []
  if (categoryId) conditions.push(sql`p.category_id = ${categoryId}`)
  if (promptId) conditions.push(sql`p.id = ${promptId}`)
  return conditions.length === 0 ? sql`true` : sql.join([isPublished, ...conditions], sql` and `)
}

/**
 * Returns the newest counted votes, each with the models that the voter saw. Identical votes are merged. Leaves out
 * votes for `none`, which don't say which model is better.
 */
export async function readBallots(db: Db, scope: Scope, limit = votesMax): Promise<Ballot[]> {
  const { rows } = await sql<{ models: string[]; outcome: string; count: number }>`
    select models, outcome, count(*) as count from (
      select v.outcome, coalesce(v.shown, array(
        select a.model from comparison_answers a
        where a.user_id = c.user_id and a.comparison_id = c.id and ${isRateable} order by a.model
      )) as models
      from comparison_votes v join comparisons c on c.id = v.comparison_id left join prompts p on p.id = c.prompt_id
      where v.counts and v.outcome <> ${noneGood} and ${conditionOf(scope)}
      order by v.voted_at desc limit ${limit}
    ) recent
    where cardinality(models) > 1 and (outcome = ${tie} or outcome = any(models))
    group by models, outcome order by models, outcome`.execute(db)
  return rows.map(({ models, outcome, count }) => ({ models, winner: outcome === tie ? null : outcome, count }))
}

type Measure = {
  model: string
  vendor: ModelVendor
  medianTime: number | null
  medianPrice: number | null
  medianCost: number | null
}

async function readMeasures(db: Db, where: RawBuilder<unknown>): Promise<Measure[]> {
  const { rows } = await sql<Measure>`
    select a.model, min(a.vendor) as vendor,
      percentile_disc(0.5) within group (order by a.time) as "medianTime",
      percentile_disc(0.5) within group (order by a.price) filter (where a.price > 0) as "medianPrice",
      percentile_disc(0.5) within group (order by a.cost) as "medianCost"
    from comparison_answers a join comparisons c on c.user_id = a.user_id and c.id = a.comparison_id
    left join prompts p on p.id = c.prompt_id
    where ${isRateable} and ${where} group by a.model`.execute(db)
  return rows
}
