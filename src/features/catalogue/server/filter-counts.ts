import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { runInBatches } from '#platform/work/batches.ts'
import type { FilterCounts } from '../contract.ts'
import { type FilterName, filterNames } from '../rules.ts'
import { countedInGroups, type GroupReader } from './group-lists.ts'
import { asTagList, conditionsOf, type PromptFilter } from './prompt-conditions.ts'
import { isPublished } from './prompt-visibility.ts'
import { rowsOfTag } from './tag-list-queries.ts'

/** The maximum number of prompts that are read to be counted, for a tag, an author, featured prompts or picks. */
const readMax = 5_000

type Count = { value: string; prompts: number }

/**
 * Counts the published prompts for each value of each filter, within the other chosen filters, and returns the highest
 * counts first. For a `reader`, also counts the prompts of their groups. The cost depends on the number of different combinations of values, or on `readMax`, but not on the
 * size of the catalogue.
 */
export async function countFilters(
  db: Db,
  { filters = [], ...scope }: PromptFilter,
  reader: GroupReader | null = null,
): Promise<FilterCounts> {
  const counted = reader?.isOne ? [] : [publicCounts(scope)]
  if (reader) {
    const source = countedInGroups(reader, scope, readMax, sql`p.prompt_id, p.filters`)
    counted.push(sql`select p.filters, count(*) as prompts from (${countedOf(source)}) p group by p.filters`)
  }
  return countAmong(
    db,
    sql.join(
      counted.map((part) => sql`(${part})`),
      sql` union all `,
    ),
    filters,
  )
}

function publicCounts(scope: Omit<PromptFilter, 'filters'>): RawBuilder<unknown> {
  const { categoryId, ...otherScope } = scope
  if (Object.values(otherScope).every((value) => value === undefined)) return storedCounts(categoryId)
  const list = asTagList(scope)
  const source = list
    ? sql`prompts p join (select t.prompt_id ${rowsOfTag(list)} limit ${readMax}) listed on p.id = listed.prompt_id`
    : sql`prompts p`
  const where = sql.join([isPublished, ...(list ? [] : conditionsOf(scope))], sql` and `)
  return countedOf(sql`${source} where ${where}`)
}

/** Returns SQL for the filters of prompts (as `p`), up to `readMax`. `source` is the SQL after FROM. */
function countedOf(source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select p.filters, 1 as prompts from ${source} limit ${readMax}`
}

/** Counts the published prompts with these filters, in one category or in all, from the stored counts. */
export async function countPromptsWithFilters(db: Db, filters: string[], categoryId?: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(prompts), 0)::float8 as total from (${storedCounts(categoryId)}) counted
    where filters @> ${filters}::text[]`.execute(db)
  return rows[0]?.total ?? 0
}

function storedCounts(categoryId: string | undefined): RawBuilder<unknown> {
  return sql`
    select filters, prompts from current_filter_counts ${categoryId ? sql`where category_id = ${categoryId}` : sql``}`
}

/**
 * Adds up counts for each value of each filter. `counted` has rows with a combination of filter values and the number
 * of prompts with exactly these values.
 */
async function countAmong(db: Db, counted: RawBuilder<unknown>, chosen: string[]): Promise<FilterCounts> {
  // A chosen filter doesn't limit the counts of its own values, because they are alternatives to the chosen value.
  const ownCounts = chosen.map((value) => {
    const otherFilters = chosen.filter((other) => other !== value)
    return countsOf(otherFilters, sql`value like ${`${filterOf(value)}:%`}`)
  })
  const otherCounts = countsOf(
    chosen,
    sql`not value like any (${chosen.map((value) => `${filterOf(value)}:%`)}::text[])`,
  )
  const { rows } = await sql<Count>`
    with counted as materialized (${counted})
    select value, prompts::float8 from (${sql.join([otherCounts, ...ownCounts], sql` union all `)}) counts
    where prompts > 0 order by prompts desc, value`.execute(db)
  return byFilter(rows)
}

/** Groups the counts of stored values by filter. */
export function byFilter(valueCounts: Count[]): FilterCounts {
  const counts = Object.groupBy(valueCounts, ({ value }) => filterOf(value))
  return Object.fromEntries(
    filterNames.map((name) => [
      name,
      (counts[name] ?? []).map(({ value, prompts }) => ({ value: value.slice(name.length + 1), prompts })),
    ]),
  ) as FilterCounts
}

/** Returns the filter of a stored value: `language` for `language:en`. */
function filterOf(value: string): FilterName {
  return value.slice(0, value.indexOf(':')) as FilterName
}

function countsOf(filters: string[], condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select value, sum(prompts) as prompts from counted, unnest(counted.filters) as value
    where counted.filters @> ${filters}::text[] and ${condition} group by value`
}

/** The maximum number of changes that one transaction adds. */
const batchRows = 10_000

/**
 * Moves the rows of filter_count_changes into the counts of prompts in filter_counts, and returns how many it moved.
 * Readers sum both tables, so they always see each change exactly once. Several processes may do this concurrently.
 */
export async function aggregateFilterCounts(db: Db): Promise<number> {
  return runInBatches(batchRows, () =>
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{ changes: number }>`
        with deleted_changes as (
          delete from filter_count_changes where ctid = any (array(
            select ctid from filter_count_changes limit ${batchRows} for update skip locked))
          returning category_id, filters, prompts
        ), added as (
          insert into filter_counts (category_id, filters, prompts)
          select category_id, filters, sum(prompts) from deleted_changes group by 1, 2 having sum(prompts) <> 0 order by 1, 2
          on conflict (category_id, filters) do update set prompts = filter_counts.prompts + excluded.prompts
        )
        select count(*) as changes from deleted_changes`.execute(tx)
      const changes = rows[0]?.changes ?? 0
      if (changes > 0) await sql`delete from filter_counts where prompts = 0`.execute(tx)
      return changes
    }),
  )
}
