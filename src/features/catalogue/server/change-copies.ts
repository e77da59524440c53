import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { addToAuthorCounts, authorsOf } from './author-counts.ts'
import { lockPrompts } from './lock-prompts.ts'
import { isCounted } from './prompt-visibility.ts'

/**
 * New copies of a prompt. `score` is their trending score, which is a logarithm (trending-rules.ts). Null stands for a
 * score of zero.
 */
export type AddedCopies = { promptId: string; copies: number; score: number | null }

/** Copies to subtract. All of them were made at `copiedAt`. */
export type RemovedCopies = { promptId: string; copies: number; copiedAt: Date }

/** `used` is 1 if a prompt got its first copy, -1 if it lost its last one, otherwise 0. */
type CopiesChange = { authorIds: string[]; copies: number; used: number }

/**
 * Adds copies to the totals and trending scores (in SQL: heat) of prompts and to their authors' totals. The database's
 * function `added_heat` adds two scores, although they are logarithms.
 */
export async function addCopies(tx: Tx, added: AddedCopies[], now: Date): Promise<void> {
  if (added.length === 0) return
  await lockAll(tx, added)
  const { rows } = await sql<CopiesChange>`
    update prompts p set copies = p.copies + added.copies, copies_heat = added_heat(p.copies_heat, added.score)
    from jsonb_to_recordset(${JSON.stringify(added)}) as added("promptId" uuid, copies integer, score double precision)
    where p.id = added."promptId"
    returning ${authorsOf} as author_ids, case when ${isCounted} then added.copies else 0 end as copies,
      case when ${isCounted} and p.copies = added.copies then 1 else 0 end as used`.execute(tx)
  await addToAuthorCounts(tx, rows.flatMap(changesOfAuthors), now)
}

/**
 * Subtracts copies from the totals and trending scores (in SQL: heat) of prompts and from their authors' totals.
 * `heat_at` returns the score of one copy made at a given time, so `weight` is the stored score as a number of copies
 * made at `copiedAt`. Beyond 709, `exp` would overflow.
 */
export async function subtractCopies(tx: Tx, removed: RemovedCopies[], now: Date): Promise<void> {
  if (removed.length === 0) return
  await lockAll(tx, removed)
  const { rows } = await sql<CopiesChange>`
    update prompts p set copies = p.copies - gone.copies, copies_heat = case
        when stored.weight - gone.copies > 0.000001 then heat_at(gone."copiedAt") + ln(stored.weight - gone.copies) end
    from jsonb_to_recordset(${JSON.stringify(removed)}) as gone("promptId" uuid, copies integer, "copiedAt" timestamptz),
      lateral (
        select exp(least(700, (select copies_heat from prompts where id = gone."promptId") - heat_at(gone."copiedAt"))) as weight
      ) stored
    where p.id = gone."promptId"
    returning ${authorsOf} as author_ids, case when ${isCounted} then -gone.copies else 0 end as copies,
      case when ${isCounted} and p.copies = 0 then -1 else 0 end as used`.execute(tx)
  await addToAuthorCounts(tx, rows.flatMap(changesOfAuthors), now)
}

async function lockAll(tx: Tx, copies: { promptId: string }[]): Promise<void> {
  await lockPrompts(
    tx,
    copies.map(({ promptId }) => promptId),
  )
}

function changesOfAuthors({ authorIds, copies, used }: CopiesChange) {
  return authorIds.map((authorId) => ({ authorId, copies, used }))
}
