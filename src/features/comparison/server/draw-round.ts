import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import type { BlindRound } from '../contract.ts'
import { type AttentionKind, attentionKinds, checkShare, cuttableLengthMin } from '../round-rules.ts'
import { comparisonSource } from './comparison-queries.ts'
import { isRateable } from './rateable-answers.ts'
import { isVotableBy, type RoundRow, readAttention, readRoundView, toRound } from './round-queries.ts'

/**
 * A draw reads up to this many comparisons whose draw keys follow a random number, or the lowest keys if too few do,
 * and chooses one of them at random. Always taking the next key would favor keys after a gap, because keys aren't
 * evenly spaced.
 */
const candidatesMax = 20

/**
 * Returns the member's open round, or draws a new one: two answers in random order, from one of the published
 * comparisons with the fewest votes in rounds. Some rounds are attention checks. Returns null if there is nothing to
 * vote on. Throws AppError authentication_required.
 */
export async function drawRound(db: Db, member: Member, now: Date): Promise<BlindRound | null> {
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const openRound = await tx
      .selectFrom('blindRounds')
      .selectAll()
      .where('userId', '=', member.id)
      .where('answeredAt', 'is', null)
      .executeTakeFirst()
    const openView = openRound && (await readRoundView(tx, member, openRound))
    if (openRound && openView) return toRound(openRound, openView)
    if (openRound) await voidRound(tx, openRound, now)
    const round = await addRound(tx, member, now)
    const view = round && (await readRoundView(tx, member, round))
    return round && view ? toRound(round, view) : null
  })
}

/** Marks a round that can no longer be answered as void. */
export async function voidRound(tx: Tx, { userId, id }: RoundRow, now: Date): Promise<void> {
  await tx
    .updateTable('blindRounds')
    .set({ outcome: 'void', answeredAt: now })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute()
}

async function addRound(tx: Tx, member: Member, now: Date): Promise<RoundRow | undefined> {
  const comparison = await drawComparison(tx, member.id)
  if (!comparison) return undefined
  const pair = await drawPair(tx, comparison)
  const isCheck = Math.random() < checkShare(await readAttention(tx, member.id))
  return tx
    .insertInto('blindRounds')
    .values({
      userId: member.id,
      id: newId(),
      comparisonOwner: comparison.userId,
      comparisonId: comparison.id,
      drawnAt: now,
      ...(isCheck ? attentionCheckOf(pair) : { leftPlace: pair[0].place, rightPlace: pair[1].place }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type DrawnComparison = { userId: string; id: string; roundVotes: number }

/**
 * Draws one of the comparisons with the fewest votes in rounds, among those that the member may vote on and hasn't had
 * in a round before, other than an attention check.
 */
async function drawComparison(tx: Tx, userId: string): Promise<DrawnComparison | undefined> {
  const eligible = sql`${isVotableBy(userId)} and not exists (
    select from blind_rounds r
    where r.comparison_owner = c.user_id and r.comparison_id = c.id and r.user_id = ${userId} and r.attention is null)`
  const start = Math.random()
  const { rows } = await sql<DrawnComparison>`
    with fewest as materialized (
      select c.round_votes from ${comparisonSource} where ${eligible} order by c.round_votes, c.draw_key limit 1)
    (select c.user_id, c.id, c.round_votes, c.draw_key, false as is_below from ${comparisonSource}
      where c.round_votes = (select round_votes from fewest) and c.draw_key >= ${start} and ${eligible}
      order by c.draw_key limit ${candidatesMax})
    union all
    (select c.user_id, c.id, c.round_votes, c.draw_key, true as is_below from ${comparisonSource}
      where c.round_votes = (select round_votes from fewest) and c.draw_key < ${start} and ${eligible}
      order by c.draw_key limit ${candidatesMax})
    order by is_below, draw_key limit ${candidatesMax}`.execute(tx)
  return rows[Math.floor(Math.random() * rows.length)]
}

type Pair = [PairAnswer, PairAnswer]
type PairAnswer = { place: number; length: number }

/** Draws two of a comparison's answers, in random order: a pair that has no more votes than any other pair. */
async function drawPair(tx: Tx, { userId, id }: DrawnComparison): Promise<Pair> {
  const { rows } = await sql<{ pair: Pair }>`
    select jsonb_build_array(
      jsonb_build_object('place', a.place, 'length', length(a.text)),
      jsonb_build_object('place', b.place, 'length', length(b.text))) as pair
    from (select * from comparison_answers a where a.user_id = ${userId} and a.comparison_id = ${id} and ${isRateable}) a
    join (select * from comparison_answers a where a.user_id = ${userId} and a.comparison_id = ${id} and ${isRateable}) b
      on b.place <> a.place
    order by (
      select count(*) from comparison_votes v
      where v.comparison_id = ${id} and v.shown @> array[a.model, b.model]
    ), random() limit 1`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`The comparison ${id} can be drawn, but has fewer than two answers to vote on.`)
  return row.pair
}

/**
 * Makes an attention check from one answer of a pair. A short answer is shown twice, because its cut-off version could
 * pass for a complete answer.
 */
function attentionCheckOf(pair: Pair): { leftPlace: number; rightPlace: number; attention: AttentionKind } {
  const long = pair.find(({ length }) => length >= cuttableLengthMin)
  const { place } = long ?? pair[0]
  const attention = long ? attentionKinds[Math.floor(Math.random() * attentionKinds.length)] : undefined
  return { leftPlace: place, rightPlace: place, attention: attention ?? 'same' }
}
