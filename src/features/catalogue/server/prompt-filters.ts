import { type RawBuilder, sql } from 'kysely'
import type { AiVendor } from '#features/models/rules.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import type { Tx } from '#server/platform/db.ts'
import type { Picture } from '../contract.ts'
import { lengthMax } from '../filter-rules.ts'
import { pictureOf } from '../picture-rules.ts'
import { imageCategory } from '../rules.ts'

/** Which version of these rules and those of pictures made the columns of a prompt (renew-filters.ts). */
export const filtersVersion = 1

type Readable = { title: string; content: string; language: string; categoryId: string }

/** The id of the category of prompts for images. */
export async function findImageCategory(tx: Tx): Promise<string | undefined> {
  return (await tx.selectFrom('categories').select('id').where('slug', '=', imageCategory).executeTakeFirst())?.id
}

/** The values of a text that lists are filtered by (`name:value`), and its picture if it is for images. */
export function readFilters(
  { title, content, language, categoryId }: Readable,
  imageCategoryId: string | undefined,
): { filters: string[]; picture: Picture | null } {
  const picture = categoryId === imageCategoryId ? pictureOf(title, content) : null
  const hasBlanks = fillableSegments(content).some(({ kind }) => kind === 'variable')
  const filters = [
    `language:${language}`,
    `blanks:${hasBlanks}`,
    `length:${lengthOf(content)}`,
    ...(picture?.style ? [`style:${picture.style}`] : []),
    ...(picture?.tools.map((tool) => `tool:${tool}`) ?? []),
    ...(picture?.ratio ? [`ratio:${picture.ratio}`] : []),
  ]
  return { filters, picture }
}

/** The same values followed by those of the stored prompt's tests. */
export function withTests(filters: string[]): RawBuilder<string[]> {
  return sql`${filters}::text[] || ${testsAsFilters(sql`tested_with`)}`
}

/** The values for these tests. */
export function testsAsFilters(testedWith: RawBuilder<AiVendor[]>): RawBuilder<string[]> {
  return sql`array(select 'tested:' || vendor from unnest(${testedWith}) as vendor order by 1)`
}

function lengthOf(content: string): 'short' | 'medium' | 'long' {
  const characters = Array.from(content).length
  if (characters <= lengthMax.short) return 'short'
  return characters <= lengthMax.medium ? 'medium' : 'long'
}
