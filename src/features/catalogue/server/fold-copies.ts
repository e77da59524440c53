import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'
import { moveAuthorNumbers } from './author-numbers.ts'
import { lockPrompts } from './lock-prompts.ts'
import { isCounted } from './prompt-visibility.ts'

/** Rows that can't keep anybody from being counted any more go after this time. */
const keptHours = 48
/** What days brought their authors is kept a little longer than the longest board looks back. */
const keptDays = 40
/** Each may be of another prompt, whose row and places in lists are then written: some seconds at most. */
const batch = 1_000

/**
 * Adds counted copies to the prompts' totals and heat and to their authors' totals, and drops what is older than
 * 48 hours. Any number of processes may run it at once: each row is folded by exactly one. Answers how many it
 * folded.
 */
export async function foldCopies(db: Db, now: Date): Promise<number> {
  for (let folded = 0; ; ) {
    const some = await foldSome(db, now)
    folded += some
    if (some < batch) return folded
  }
}

function foldSome(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const copied = await takeCopies(tx)
    await lockPrompts(
      tx,
      copied.map(({ promptId }) => promptId),
    )
    await addCopies(tx, copied, now)
    await dropOld(tx, now)
    return copied.reduce((sum, { copies }) => sum + copies, 0)
  })
}

type Copied = { promptId: string; copies: number; heat: number }

/** Marks a batch of rows as folded. Each copy weighs 1 at the time when it was made. */
async function takeCopies(tx: Tx): Promise<Copied[]> {
  const { rows } = await sql<Copied>`
    with batch as (
      select prompt_id, visitor from prompt_copies where not folded
      order by prompt_id, visitor limit ${batch} for update skip locked
    ), folded as (
      update prompt_copies c set folded = true from batch b
      where c.prompt_id = b.prompt_id and c.visitor = b.visitor returning c.prompt_id, c.copied_at
    ), summed as (
      select prompt_id, count(*) as copies, max(copied_at) as last from folded group by prompt_id
    )
    select f.prompt_id as "promptId", s.copies,
      heat_at(s.last) + ln(sum(exp(greatest(-700, heat_at(f.copied_at) - heat_at(s.last))))) as heat
    from folded f join summed s using (prompt_id) group by f.prompt_id, s.copies, s.last`.execute(tx)
  return rows
}

async function addCopies(tx: Tx, copied: Copied[], now: Date) {
  if (copied.length === 0) return
  const { rows } = await sql<{ userId: string; copies: number }>`
    update prompts p set copies = p.copies + s.copies, copies_heat = added_heat(p.copies_heat, s.heat)
    from jsonb_to_recordset(${JSON.stringify(copied)}) as s("promptId" uuid, copies integer, heat double precision)
    where p.id = s."promptId"
    returning p.user_id as "userId", case when ${isCounted} then s.copies else 0 end as copies`.execute(tx)
  await moveAuthorNumbers(
    tx,
    rows.map(({ userId, copies }) => ({ userId, copies, votes: 0 })),
    now,
  )
}

async function dropOld(tx: Tx, now: Date) {
  const oldest = new Date(now.getTime() - keptHours * 3_600_000)
  await sql`delete from prompt_copies where folded and copied_at < ${oldest}`.execute(tx)
  await sql`delete from daily_salts where day < ${oldest.toISOString().slice(0, 10)}::date`.execute(tx)
  await sql`delete from author_days where day < ${now.toISOString().slice(0, 10)}::date - ${keptDays}::int`.execute(tx)
}
