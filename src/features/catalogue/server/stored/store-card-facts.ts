import { type RawBuilder, sql } from 'kysely'
import type { AiVendor } from '#features/models/rules.ts'
import type { ProofSource } from '#features/proofs/rules.ts'
import { type FoundProof, readBestProofs, storeProofs } from '#features/proofs/server/store-proofs.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { withPicture } from '../../filter-rules.ts'
import type { PromptStatus } from '../../rules.ts'
import { cacheKeysOfLists } from '../prompt-counts.ts'
import { allFilters, filtersOfText } from '../prompt-filters.ts'

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
      filters = ${allFilters(filtersOfText, { testedWith: sql`${testedWith}::text[]` })}
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
      filters = ${allFilters(filtersOfText, { hasResults: sql`found.result` })}
    from (select p.id, ${hasResults} as result from prompts p where p.id = any(${ids})) found
    where p.id = found.id and p.has_results <> found.result`.execute(tx)
}

/**
 * Stores what a source shows about prompts on models, and drops what it showed before. Updates the best proof of the
 * prompts whose proofs changed. The caller must lock the prompts (`lockPrompts`) before it looks for proofs. A repeated
 * call changes nothing.
 */
export async function recordProofs(
  tx: Tx,
  { promptIds, source }: { promptIds: string[]; source: ProofSource },
  found: FoundProof[],
): Promise<void> {
  const changed = await storeProofs(tx, { promptIds, source }, found)
  if (changed.length > 0) await recomputeProof(tx, changed)
}

/** Recomputes the best proof of locked prompts from the stored proofs, and drops the pages that show it. */
export async function recomputeProof(tx: Tx, promptIds: string[]): Promise<void> {
  const best = await readBestProofs(tx, promptIds)
  const proofs = JSON.stringify(promptIds.map((id) => ({ id, proof: best.get(id) ?? null })))
  const { rows } = await sql<{ id: string }>`
    update prompts p set proof = new.proof,
      proved_at = case when new.proof->>'state' = 'proved' then (new.proof->>'madeAt')::timestamptz end,
      filters = ${allFilters(filtersOfText, { proof: sql`new.proof` })}
    from (select id, nullif(proof, 'null'::jsonb) as proof
      from jsonb_to_recordset(${proofs}::jsonb) as t(id uuid, proof jsonb)) new
    where p.id = new.id and p.proof is distinct from new.proof returning p.id`.execute(tx)
  if (rows.length > 0)
    await recordContentChange(
      tx,
      rows.map(({ id }) => id),
    )
}

/** Stores how many members saved each prompt. The caller must lock the prompts (`lockPrompts`) before it counts. */
export async function setFavorites(tx: Tx, counts: { promptId: string; favorites: number }[]): Promise<void> {
  await sql`
    update prompts p set favorites = new.favorites
    from jsonb_to_recordset(${JSON.stringify(counts)}) as new("promptId" uuid, favorites integer)
    where p.id = new."promptId"`.execute(tx)
}

/**
 * Stores for each prompt whether it has a picture among its results, as a value that lists are filtered by, and drops the
 * pages of lists if that changes their order. The caller must lock the prompts (`lockPrompts`) before it changes their
 * results.
 */
export async function recordPictures(tx: Tx, ids: string[]): Promise<void> {
  const { rows } = await sql<{ categoryId: string; userId: string; status: PromptStatus }>`
    update prompts p set filters = ${allFilters(filtersOfText, { hasPicture: sql`found.result` })}
    from (
      select p.id, exists (select from results r where r.prompt_id = p.id and r.picture is not null) as result
      from prompts p where p.id = any(${ids})
    ) found
    where p.id = found.id and found.result <> (p.filters @> ${[withPicture]}::text[])
    returning p.category_id, p.user_id, p.status`.execute(tx)
  const shown = rows.filter(({ status }) => status === 'published').map((row) => ({ ...row, forkOf: null }))
  if (shown.length > 0) await recordContentChange(tx, await cacheKeysOfLists(tx, shown))
}
