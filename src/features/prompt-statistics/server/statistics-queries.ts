import { type RawBuilder, sql } from 'kysely'
import { isWrittenBy } from '#features/catalogue/server/prompt-visibility.ts'
import { capitalize } from '#lib/capitalize.ts'
import { t } from '#lib/texts.ts'
import { utcDay } from '#lib/utc-day.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { isId, lowestId } from '#platform/ids.ts'
import type { PromptStatistics } from '../contract.ts'
import { earlierYears, shownDays, type ViewSource, viewSources } from '../rules.ts'
import { type Block, blocksOf, runBlocksOf } from '../shown-count-rules.ts'

type Period = { from: string; until: string }
type Counts = Record<`from${Capitalize<ViewSource>}` | 'copies' | 'upvotes' | 'downvotes' | 'saves' | 'forks', number>
type Day = Counts & { promptId: string; day: string; runs: number }

/** The counts of a prompt in one year, as its author may see them. */
type ShownCounts = Omit<PromptStatistics, 'prompt' | 'year' | 'years' | 'from' | 'until'>

/**
 * Returns the statistics of a member's own prompt (id or slug) for a year, by default the current one. They cover the
 * closed days of that year, whose counts are final (`closeDays`). Throws AppError not_found, also for other authors'
 * prompts.
 */
export async function readStatistics(
  db: Db,
  member: Member,
  { id, year }: { id: string; year?: number },
  now: Date,
): Promise<PromptStatistics> {
  const { rows } = await sql<PromptStatistics['prompt']>`
    select p.id, p.slug, p.title from prompts p
    where ${isId(id) ? sql`p.id = ${id}` : sql`p.slug = ${id}`} and ${isWrittenBy(member.id)}`.execute(db)
  const [prompt] = rows
  if (!prompt) throw new AppError('not_found', t('You have no prompt at this address.'))
  const closing = await readClosing(db)
  const shownYear = year ?? now.getUTCFullYear()
  const period = closing && closedDaysIn(closing, shownYear)
  const days = period ? await readDays(db, sql`p.id = ${prompt.id}`, period) : []
  return {
    prompt,
    year: shownYear,
    years: yearsOf(closing, now),
    from: period?.from ?? null,
    until: period?.until ?? null,
    ...shownCounts(period?.from ?? '', days),
  }
}

/**
 * Returns the recent views of the member's own prompts among `promptIds`, by prompt id: for each prompt, the sum of the
 * blocks of days that ended in the last `shownDays` days. Such a block may have begun earlier. Prompts without one are
 * omitted.
 */
export async function readViewsOfOwnPrompts(
  db: Db,
  member: Member,
  promptIds: string[],
  now: Date,
): Promise<Record<string, number>> {
  const closing = await readClosing(db)
  if (!closing) return {}
  const since = utcDay(new Date(now.getTime() - shownDays * 86_400_000))
  const views: Record<string, number> = {}
  for (const year of yearsOf(closing, now)) {
    const period = closedDaysIn(closing, year)
    if (!period || period.until < since) continue
    const days = await readDays(db, sql`${isWrittenBy(member.id)} and p.id = any(${promptIds}::uuid[])`, period)
    for (const [id, daysOfPrompt] of Map.groupBy(days, ({ promptId }) => promptId)) {
      const blocks = Object.values(shownCounts(period.from, daysOfPrompt).views).flat()
      const sum = sumOf(blocks.filter(({ to }) => to >= since))
      if (sum > 0) views[id] = (views[id] ?? 0) + sum
    }
  }
  return views
}

/** How many prompts one query reads. */
const exportBatchSize = 100

/** Yields the statistics of each prompt and year of a member, for their data export. */
export async function* exportStatistics(db: Db, userId: string) {
  const closing = await readClosing(db)
  if (!closing) return
  for (let last: string = lowestId; ; ) {
    const { rows: prompts } = await sql<PromptStatistics['prompt']>`
      select p.id, p.slug, p.title from prompts p where ${isWrittenBy(userId)} and p.id > ${last}
      order by p.id limit ${exportBatchSize}`.execute(db)
    for (const year of yearsOf(closing, new Date(closing.closedUntil))) {
      const period = closedDaysIn(closing, year)
      if (!period) continue
      const ids = prompts.map(({ id }) => id)
      const days = Map.groupBy(await readDays(db, sql`p.id = any(${ids}::uuid[])`, period), (day) => day.promptId)
      for (const prompt of prompts) {
        const daysOfPrompt = days.get(prompt.id)
        if (daysOfPrompt) yield { prompt, year, ...period, ...shownCounts(period.from, daysOfPrompt) }
      }
    }
    if (prompts.length < exportBatchSize) return
    last = prompts.at(-1)?.id ?? last
  }
}

/** The first counted day and the last closed one. */
type Closing = { started: string; closedUntil: string }

async function readClosing(db: Db): Promise<Closing | undefined> {
  const { rows } = await sql<Closing>`
    select started::text as started, closed_until::text as closed_until from prompt_day_closing`.execute(db)
  return rows[0]
}

/**
 * Returns the closed days of a year, or null if there are none. No block of days spans two years, so deleting an older
 * year doesn't change the others.
 */
function closedDaysIn({ started, closedUntil }: Closing, year: number): Period | null {
  const from = started > `${year}-01-01` ? started : `${year}-01-01`
  const until = closedUntil < `${year}-12-31` ? closedUntil : `${year}-12-31`
  return from <= until ? { from, until } : null
}

/** Returns the years that can be shown, newest first: the current one, and earlier ones that have closed days. */
function yearsOf(closing: Closing | undefined, now: Date): number[] {
  const last = now.getUTCFullYear()
  const years = Array.from({ length: earlierYears + 1 }, (_, ago) => last - ago)
  return years.filter((year) => year === last || (closing && closedDaysIn(closing, year)))
}

async function readDays(db: Db, condition: RawBuilder<unknown>, { from, until }: Period): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select d.prompt_id, d.day::text as day, d.from_search, d.from_lists, d.from_feeds, d.from_mcp, d.from_embed,
      d.from_elsewhere, d.copies, d.runs, d.upvotes, d.downvotes, d.saves, d.forks
    from prompt_days d join prompts p on p.id = d.prompt_id
    where ${condition} and d.day between ${from} and ${until} order by d.prompt_id, d.day`.execute(db)
  return rows
}

/** Joins counts of days into blocks that are large enough to be shown. */
function shownCounts(since: string, days: Day[]): ShownCounts {
  const blocks = (name: keyof Counts) =>
    blocksOf(
      since,
      days.map((day) => ({ day: day.day, count: day[name] })),
    )
  const views = viewSources.map((source) => [source, blocks(`from${capitalize(source)}`)])
  return {
    views: Object.fromEntries(views) as ShownCounts['views'],
    copies: blocks('copies'),
    runs: runBlocksOf(since, days),
    upvotes: blocks('upvotes'),
    downvotes: blocks('downvotes'),
    saves: blocks('saves'),
    forks: blocks('forks'),
  }
}

function sumOf(blocks: Block[]): number {
  return blocks.reduce((sum, { count }) => sum + count, 0)
}
