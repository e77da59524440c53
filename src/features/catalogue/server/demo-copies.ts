import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { moveAuthorNumbers } from './author-numbers.ts'
import { lockPrompts } from './lock-prompts.ts'
import { isCounted } from './prompt-visibility.ts'

type Copies = { promptId: string; copies: number }

/** Counts copies that nobody made, for showing, and writes down how many, so that they can be taken back. */
export async function addDemoCopies(tx: Tx, said: Copies[], now: Date): Promise<void> {
  await lockPrompts(
    tx,
    said.map(({ promptId }) => promptId),
  )
  const { rows } = await sql<Moved>`
    update prompts p set copies = p.copies + s.copies,
      copies_heat = added_heat(p.copies_heat, heat_at(${now}) + ln(s.copies::double precision))
    from jsonb_to_recordset(${JSON.stringify(said)}) as s("promptId" uuid, copies integer) where p.id = s."promptId"
    returning p.user_id as "userId", case when ${isCounted} then s.copies else 0 end as copies`.execute(tx)
  await tx
    .insertInto('demo_copies')
    .values(said.map(({ promptId, copies }) => ({ prompt_id: promptId, copies, copied_at: now })))
    .execute()
  await moveAuthorNumbers(tx, rows.map(withoutVotes), now)
}

/** Takes all of them back, from totals and heat alike: what people copied meanwhile stays. Answers how many went. */
export async function takeBackDemoCopies(tx: Tx, now: Date): Promise<number> {
  const said = await tx.deleteFrom('demo_copies').returning(['prompt_id', 'copies', 'copied_at']).execute()
  await lockPrompts(
    tx,
    said.map((row) => row.prompt_id),
  )
  const { rows } = await sql<Moved>`
    update prompts p set copies = p.copies - s.copies, copies_heat = case
        when w.weight - s.copies > 0.000001 then heat_at(s.copied_at) + ln(w.weight - s.copies) end
    from jsonb_to_recordset(${JSON.stringify(said)}) as s(prompt_id uuid, copies integer, copied_at timestamptz),
      lateral (select exp(least(700, (select copies_heat from prompts where id = s.prompt_id) - heat_at(s.copied_at))) as weight) w
    where p.id = s.prompt_id
    returning p.user_id as "userId", case when ${isCounted} then -s.copies else 0 end as copies`.execute(tx)
  await moveAuthorNumbers(tx, rows.map(withoutVotes), now)
  return said.reduce((sum, { copies }) => sum + copies, 0)
}

type Moved = { userId: string; copies: number }

function withoutVotes({ userId, copies }: Moved) {
  return { userId, copies, votes: 0 }
}
