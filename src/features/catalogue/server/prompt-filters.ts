import { type RawBuilder, sql } from 'kysely'
import type { AiVendor } from '#features/models/rules.ts'
import type { Proof } from '#features/proofs/contract.ts'
import type { Variable } from '#features/variables/contract.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { blanksOf } from '#features/variables/variable-rules.ts'
import type { Db } from '#platform/database/db.ts'
import type { Picture } from '../contract.ts'
import { lengthMax, withPicture } from '../filter-rules.ts'
import { pictureOf } from '../picture-rules.ts'
import { imageCategory } from '../rules.ts'

/**
 * The version of these rules and of the rules that they use, such as picture-rules.ts. Each prompt stores the version
 * that computed its filters (prompt-renewals.ts).
 */
export const filtersVersion = 6

export type FilterSource = {
  title: string
  content: string
  variables: Variable[]
  language: string
  categoryId: string
}

/** Finds the id of the category for image prompts. */
export async function findImageCategory(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('categories').select('id').where('slug', '=', imageCategory).executeTakeFirst())?.id
}

/** Returns the filter values of a text (`name:value`), and its picture if it belongs to an image prompt. */
export function readFilters(
  { title, content, variables, language, categoryId }: FilterSource,
  imageCategoryId: string | undefined,
): { filters: string[]; picture: Picture | null } {
  const picture = categoryId === imageCategoryId ? pictureOf(title, content) : null
  const blanks = blanksOf(fillableSegments(content))
  const listedDefaults = new Map(variables.map((variable) => [variable.name, variable.default]))
  // Ready to copy: without blanks, or with a default for each.
  const isReady = blanks.every((blank) => listedDefaults.get(blank.name) ?? blank.default)
  const filters = [
    `language:${language}`,
    `blanks:${blanks.length > 0}`,
    ...(isReady ? ['blanks:ready'] : []),
    `length:${lengthOf(content)}`,
    ...(picture?.style ? [`style:${picture.style}`] : []),
    ...(picture?.tools.map((tool) => `tool:${tool}`) ?? []),
    ...(picture?.ratio ? [`ratio:${picture.ratio}`] : []),
  ]
  return { filters, picture }
}

/** SQL for the filter values of a text, followed by those for what else is stored with the prompt. */
export function withStoredFilters(filters: string[]): RawBuilder<string[]> {
  return allFilters(sql`${filters}::text[]`)
}

/** SQL for the stored filter values that come from the prompt's text. */
export const filtersOfText = sql<string[]>`array(
  select value from unnest(filters) as value where value !~ '^(tested|results|proved|picture):')`

type OtherFacts = {
  testedWith: RawBuilder<AiVendor[]>
  hasResults: RawBuilder<boolean>
  proof: RawBuilder<Proof | null>
  hasPicture: RawBuilder<boolean>
}

/**
 * SQL for the filter values of a text, followed by those for tested vendors, test results, proof and a picture. These
 * are the stored ones, unless new ones are given.
 */
export function allFilters(
  textFilters: RawBuilder<string[]>,
  {
    testedWith = sql`tested_with`,
    hasResults = sql`has_results`,
    proof = sql`proof`,
    hasPicture = sql`filters @> ${[withPicture]}::text[]`,
  }: Partial<OtherFacts> = {},
) {
  return sql<
    string[]
  >`${textFilters} || array(select 'tested:' || vendor from unnest(${testedWith}) as vendor order by 1)
    || case when ${hasResults} then array['results:true'] else '{}' end
    || case ${proof}->>'state' when 'proved' then array['proved:true'] when 'partly' then array['proved:partly']
      when 'ended' then array['proved:ended'] else '{}' end
    || case when ${hasPicture} then array[${sql.lit(withPicture)}] else '{}' end`
}

function lengthOf(content: string): 'short' | 'medium' | 'long' {
  const characters = Array.from(content).length
  if (characters <= lengthMax.short) return 'short'
  return characters <= lengthMax.medium ? 'medium' : 'long'
}
