import { sql } from 'kysely'
import { lockPublishedPromptOrThrow } from '#features/catalogue/server/lock-prompts.ts'
import { type Actor, requireMember } from '#server/platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { VoteAnswer } from '../contract.ts'
import type { VoteValue } from '../rules.ts'
import { countVotes } from './count-votes.ts'
import { heldUntil, type Maturity } from './held-until.ts'

type Vote = { promptId: string; value: VoteValue }

/**
 * Says what a member thinks of a published prompt (id or slug); 0 takes it back. Saying it twice changes nothing. The
 * prompt is held first, so that whoever counts has seen every vote that came before.
 * AppError authentication_required, not_found, forbidden (one's own prompt).
 */
export function castVote(db: Db, actor: Actor, { promptId, value }: Vote, rules: Maturity): Promise<VoteAnswer> {
  const member = requireMember(actor)
  return inTransaction(db, async (tx) => {
    const prompt = await lockPublishedPromptOrThrow(tx, promptId)
    if (prompt.userId === member.id) throw new AppError('forbidden', 'You can’t vote on your own prompt.')
    const heldUntil = await (value === 0
      ? takeBack(tx, member.id, prompt.id)
      : say(tx, member.id, { promptId: prompt.id, value }, rules))
    const [tally] = await countVotes(tx, [prompt.id], rules.now)
    return {
      promptId: prompt.id,
      value,
      votes: { up: tally?.up ?? 0, down: tally?.down ?? 0 },
      ...(heldUntil && { countsFrom: heldUntil.toISOString() }),
    }
  })
}

async function takeBack(tx: Tx, userId: string, promptId: string): Promise<null> {
  await sql`delete from votes where user_id = ${userId} and prompt_id = ${promptId}`.execute(tx)
  return null
}

/**
 * Stores the vote; answers until when it is held, for an account that is too young to count. The account is held too:
 * a ban at the same moment either is seen here or sees this vote.
 */
async function say(tx: Tx, userId: string, { promptId, value }: Vote, rules: Maturity): Promise<Date | null> {
  const { rows } = await sql<{ held_until: Date | number | null }>`
    with voter as (
      select u.id, ${heldUntil(rules)} as held_until from users u where u.id = ${userId} for share
    ), said as (
      insert into votes (user_id, prompt_id, value, voted_at, held_until)
      select id, ${promptId}::uuid, ${value}::smallint, ${rules.now}::timestamptz, held_until from voter
      on conflict (user_id, prompt_id) do update
        set value = excluded.value, voted_at = excluded.voted_at, held_until = excluded.held_until
        where votes.value <> excluded.value
      returning held_until
    )
    select held_until from said
    union all select held_until from votes where user_id = ${userId} and prompt_id = ${promptId} limit 1`.execute(tx)
  const until = rows[0]?.held_until
  return until instanceof Date ? until : null
}
