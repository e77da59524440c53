import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { creditVersion } from '../../credit-rules.ts'
import { excerptVersion } from '../../excerpt-rules.ts'
import {
  type FilterSource,
  filtersVersion,
  findImageCategory,
  readFilters,
  withStoredFilters,
} from '../prompt-filters.ts'
import type { Renewal } from './renew-stored.ts'
import { searchVectors, searchVersion } from './search-vectors.ts'
import { type CreditedPrompt, storeCredits } from './store-credits.ts'
import { contentFacts } from './stored-facts.ts'
import { storedColumns } from './stored-prompt.ts'

const hasOldExcerpt = sql`r.excerpt_version < ${excerptVersion}`

/** Recomputes excerpts, hidden characters and findings that an older version of the rules computed. */
export const excerptRenewal: Renewal = {
  table: 'prompts',
  isDue: hasOldExcerpt,
  batchRows: 200,
  renew: renewExcerpts,
  isShown: true,
}

type FactSource = Parameters<typeof contentFacts>[0] & { id: string }

async function renewExcerpts(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<FactSource>`
    select r.id, r.title, r.description, r.content, r.files, r.variables from prompts r
    where r.id = any(${ids}) and ${hasOldExcerpt} for update skip locked`.execute(tx)
  // One statement for each prompt, so that others have their turn between long texts.
  for (const { id, ...prompt } of rows) {
    const facts = contentFacts(prompt)
    const seenVersion = sql<number | null>`case when alarms = ${facts.alarms} then seen_version end`
    await tx
      .updateTable('prompts')
      .set({ ...facts, seenVersion, excerptVersion })
      .where('id', '=', id)
      .execute()
  }
  return rows.map(({ id }) => id)
}

const hasOldFilters = sql`r.filters_version < ${filtersVersion}`

type FilteredRow = FilterSource & { id: string }

/** Recomputes filters and pictures if an older version of the rules computed them. */
export const filterRenewal: Renewal = {
  table: 'prompts',
  isDue: hasOldFilters,
  batchRows: 200,
  renew: renewFilters,
  isShown: true,
}

async function renewFilters(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<FilteredRow>`
    select r.id, r.title, r.content, r.variables, r.language, r.category_id from prompts r
    where r.id = any(${ids}) and ${hasOldFilters} for no key update skip locked`.execute(tx)
  if (rows.length === 0) return []
  const imageCategoryId = await findImageCategory(tx)
  for (const row of rows) {
    const { filters, picture } = readFilters(row, imageCategoryId)
    await tx
      .updateTable('prompts')
      .set({ filters: withStoredFilters(filters), picture, filtersVersion })
      .where('id', '=', row.id)
      .execute()
  }
  return rows.map(({ id }) => id)
}

const hasOldVectors = sql`r.search_version < ${sql.lit(searchVersion)}`

type IndexedRow = Parameters<typeof searchVectors>[0] & { id: string }

/** Recomputes `searchHead` and `searchText` if an older version of the rules computed them. No page shows them. */
export const searchRenewal: Renewal = {
  table: 'prompts',
  isDue: hasOldVectors,
  batchRows: 100,
  renew: renewVectors,
  isShown: false,
}

async function renewVectors(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<IndexedRow>`
    select r.id, r.title, r.description, r.content, r.variables, r.tags, r.language from prompts r
    where r.id = any(${ids}) and ${hasOldVectors} for update skip locked`.execute(tx)
  for (const row of rows) {
    const { head, text } = searchVectors(row)
    await tx
      .updateTable('prompts')
      .set({ searchHead: head, searchText: text, searchVersion })
      .where('id', '=', row.id)
      .execute()
  }
  return rows.map(({ id }) => id)
}

const hasOldCredits = sql`r.credit is not null and r.credit_version < ${creditVersion}`

/**
 * Recomputes the credited authors of prompts if an older version of the rules computed them. Updates the prompt counts
 * of the former and the new authors.
 */
export const creditedNameRenewal: Renewal = {
  table: 'prompts',
  isDue: hasOldCredits,
  batchRows: 200,
  renew: renewCredits,
  isShown: true,
}

async function renewCredits(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<CreditedPrompt>`
    select ${storedColumns}, p.credit from prompts p
    where p.id in (select r.id from prompts r where r.id = any(${ids}) and ${hasOldCredits}) order by p.id
    for no key update skip locked`.execute(tx)
  if (rows.length > 0) await storeCredits(tx, rows)
  return rows.map(({ id }) => id)
}
