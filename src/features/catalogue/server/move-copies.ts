import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { moveAuthorNumbers } from './author-numbers.ts'
import { lockPrompts } from './lock-prompts.ts'
import { authorsOf } from './prompt-authors.ts'
import { isCounted } from './prompt-visibility.ts'

/** New copies of a prompt. `heat`: their total heat (heat-rules.ts), null for none. */
export type AddedCopies = { promptId: string; copies: number; heat: number | null }

/** Copies to take back, all of them made at `copiedAt`. */
export type TakenCopies = { promptId: string; copies: number; copiedAt: Date }

type Moved = { authorIds: string[]; copies: number }

/** Adds copies to the totals and heat of prompts and to their authors' totals. */
export async function addCopies(tx: Tx, added: AddedCopies[], now: Date): Promise<void> {
  if (added.length === 0) return
  await lockAll(tx, added)
  const { rows } = await sql<Moved>`
    update prompts p set copies = p.copies + s.copies, copies_heat = added_heat(p.copies_heat, s.heat)
    from jsonb_to_recordset(${JSON.stringify(added)}) as s("promptId" uuid, copies integer, heat double precision)
    where p.id = s."promptId"
    returning ${authorsOf} as author_ids, case when ${isCounted} then s.copies else 0 end as copies`.execute(tx)
  await moveAuthorNumbers(tx, rows.flatMap(withoutVotes), now)
}

/** Subtracts copies from totals and heat. Other copies stay. */
export async function takeBackCopies(tx: Tx, taken: TakenCopies[], now: Date): Promise<void> {
  if (taken.length === 0) return
  await lockAll(tx, taken)
  const { rows } = await sql<Moved>`
    update prompts p set copies = p.copies - s.copies, copies_heat = case
        when w.weight - s.copies > 0.000001 then heat_at(s."copiedAt") + ln(w.weight - s.copies) end
    from jsonb_to_recordset(${JSON.stringify(taken)}) as s("promptId" uuid, copies integer, "copiedAt" timestamptz),
      lateral (select exp(least(700, (select copies_heat from prompts where id = s."promptId") - heat_at(s."copiedAt"))) as weight) w
    where p.id = s."promptId"
    returning ${authorsOf} as author_ids, case when ${isCounted} then -s.copies else 0 end as copies`.execute(tx)
  await moveAuthorNumbers(tx, rows.flatMap(withoutVotes), now)
}

async function lockAll(tx: Tx, copies: { promptId: string }[]): Promise<void> {
  await lockPrompts(
    tx,
    copies.map(({ promptId }) => promptId),
  )
}

function withoutVotes({ authorIds, copies }: Moved) {
  return authorIds.map((authorId) => ({ authorId, copies, votes: 0 }))
}
