import { type RawBuilder, sql } from 'kysely'
import type { AiVendor } from '#features/models/rules.ts'
import { recordContentChange } from '#platform/content-changes.ts'
import type { Tx } from '#platform/db.ts'
import type { CardPicture } from '../contract.ts'
import { allFilters, filtersOfText } from './prompt-filters.ts'

/** The vendors whose models a prompt was tested with in comparisons, and the vendor that it works best with. */
export type TestedVendors = { testedWith: AiVendor[]; worksBestWith: AiVendor | null }

/**
 * Locks a prompt and stores what `find` returns. Because of the lock, `find` of the later of two concurrent calls sees
 * the comparisons that led to either call. Invalidates pages that show the prompt. A repeated call changes nothing.
 */
export async function recordTestedVendors(tx: Tx, promptId: string, find: () => Promise<TestedVendors>): Promise<void> {
  await sql`select from prompts where id = ${promptId} for no key update`.execute(tx)
  const { testedWith, worksBestWith } = await find()
  const { rows } = await sql`
    update prompts set tested_with = ${testedWith}, works_best_with = ${worksBestWith},
      filters = ${allFilters(filtersOfText, { testedWith: sql`${testedWith}::text[]`, hasResults: sql`has_results` })}
    where id = ${promptId}
      and (tested_with, works_best_with) is distinct from (${testedWith}::text[], ${worksBestWith}::text)
    returning id`.execute(tx)
  if (rows.length > 0) await recordContentChange(tx, [promptId])
}

/**
 * Locks prompts by id, and stores for each whether it has public test results, that is, whether the condition
 * `hasResults` (over prompts as `p`) is met. Because of the lock, the later of two concurrent calls sees the results
 * that led to either call. A repeated call changes nothing.
 */
export async function recordResults(tx: Tx, ids: string[], hasResults: RawBuilder<boolean>): Promise<void> {
  await sql`select from prompts where id = any(${ids}) order by id for no key update`.execute(tx)
  await sql`
    update prompts p set has_results = found.result,
      filters = ${allFilters(filtersOfText, { testedWith: sql`tested_with`, hasResults: sql`found.result` })}
    from (select p.id, ${hasResults} as result from prompts p where p.id = any(${ids})) found
    where p.id = found.id and p.has_results <> found.result`.execute(tx)
}

/** Stores how many members saved each prompt. The caller must lock the prompts (`lockPrompts`) before it counts. */
export async function setFavorites(tx: Tx, counts: { promptId: string; favorites: number }[]): Promise<void> {
  await sql`
    update prompts p set favorites = new.favorites
    from jsonb_to_recordset(${JSON.stringify(counts)}) as new("promptId" uuid, favorites integer)
    where p.id = new."promptId"`.execute(tx)
}

/**
 * Stores the card picture of each prompt if it has changed. The caller must lock the prompts (`lockPrompts`) before it
 * chooses the pictures.
 */
export async function setCardPictures(
  tx: Tx,
  pictures: { promptId: string; picture: CardPicture | null }[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update prompts p set example_picture = new.picture
    from jsonb_to_recordset(${JSON.stringify(pictures)}) as new("promptId" uuid, picture jsonb)
    where p.id = new."promptId" and p.example_picture is distinct from new.picture returning p.id`.execute(tx)
  if (rows.length > 0)
    await recordContentChange(
      tx,
      rows.map(({ id }) => id),
    )
}
