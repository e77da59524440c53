import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Platform } from '#platform/api.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { isId } from '#platform/ids.ts'
import type { RoundResult } from '../contract.ts'
import { isAttentive, passesCheck, type RoundOutcome, roundsPerMember } from '../round-rules.ts'
import { noneGood, tie } from '../rules.ts'
import { promptReferenceOf, toAnswer } from './comparison-queries.ts'
import { voidRound } from './draw-round.ts'
import { recomputeTestedVendors } from './recompute-tested-vendors.ts'
import { recountJob } from './recount-round-votes.ts'
import { type RoundRow, type RoundView, readAttention, readRoundView } from './round-queries.ts'

type Context = Pick<Platform, 'db' | 'now' | 'limits' | 'jobs'>

const roundGoneError = () =>
  new AppError(
    'conflict',
    t('You can’t vote on these answers anymore, so your vote wasn’t stored. Continue with the next ones.'),
  )

/**
 * Stores a member's answer to a round: a skip, the result of an attention check, or a vote on the two answers that they
 * saw. A vote counts as long as the member passes attention checks. Throws AppError authentication_required, not_found,
 * rate_limited or conflict (the round was already answered, or the member can no longer vote on the comparison).
 */
export async function answerRound(
  context: Context,
  member: Member,
  id: string,
  outcome: RoundOutcome,
): Promise<RoundResult> {
  const { db, limits } = context
  await limits.take(roundsPerMember, member.id)
  const result = await inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const round = await getOpenRoundOrThrow(tx, member, id)
    const view = await readRoundView(tx, member, round)
    // The member can no longer vote. This is committed, not rolled back, so that the next draw returns another round.
    if (!view) return voidRound(tx, round, context.now())
    await tx
      .updateTable('blindRounds')
      .set({ outcome, answeredAt: context.now() })
      .where('userId', '=', member.id)
      .where('id', '=', id)
      .execute()
    if (round.attention) return recordCheck(context, tx, { ...round, attention: round.attention }, outcome)
    if (outcome === 'skip') return { outcome, check: null, counts: false, comparison: null }
    return storeVote(context, tx, { round, view, outcome })
  })
  if (!result) throw roundGoneError()
  return result
}

async function getOpenRoundOrThrow(tx: Tx, member: Member, id: string): Promise<RoundRow> {
  const round = isId(id)
    ? await tx
        .selectFrom('blindRounds')
        .selectAll()
        .where('userId', '=', member.id)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!round) throw notFound(t('This round'))
  if (round.outcome !== null)
    throw new AppError('conflict', t('You have already answered this round. Continue with the next one.'))
  return round
}

type AttentionRound = RoundRow & { attention: NonNullable<RoundRow['attention']> }

/** Records the result of a check. If it changes whether the member's votes count, a job updates the stored votes. */
async function recordCheck(
  { jobs }: Context,
  tx: Tx,
  round: AttentionRound,
  outcome: RoundOutcome,
): Promise<RoundResult> {
  const hasPassed = passesCheck(round.attention, outcome)
  const { userId } = round
  const before = await readAttention(tx, userId)
  const after = { passed: before.passed + (hasPassed ? 1 : 0), failed: before.failed + (hasPassed === false ? 1 : 0) }
  await tx
    .insertInto('attentionChecks')
    .values({ userId, ...after })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(after))
    .execute()
  if (isAttentive(before) !== isAttentive(after)) await jobs.add(tx, recountJob, { userId })
  const check = hasPassed === null ? null : hasPassed ? 'passed' : 'failed'
  return { outcome, check, counts: false, comparison: null }
}

type RoundVote = { round: RoundRow; view: RoundView; outcome: Exclude<RoundOutcome, 'skip'> }

async function storeVote({ now }: Context, tx: Tx, { round, view, outcome }: RoundVote): Promise<RoundResult> {
  const { comparison, answers } = view
  const { userId } = round
  const [a, b] = answers
  const storedOutcome = { a: a.model, b: b.model, tie, none: noneGood }[outcome]
  const counts = isAttentive(await readAttention(tx, userId))
  // The comparison is locked, so that it isn't deleted or taken down meanwhile, and concurrent votes are all counted
  // below.
  const { rows } = await sql`
    select from comparisons where user_id = ${comparison.userId} and id = ${comparison.id} and published_at is not null
    for update`.execute(tx)
  if (rows.length === 0) throw roundGoneError()
  await tx
    .insertInto('comparisonVotes')
    .values({
      userId,
      comparisonId: comparison.id,
      outcome: storedOutcome,
      counts,
      votedAt: now(),
      shown: [a.model, b.model].sort(),
    })
    .execute()
  await sql`
    update comparisons set draw_key = random(), round_votes = (
      select count(*) from comparison_votes where comparison_id = ${comparison.id} and shown is not null)
    where user_id = ${comparison.userId} and id = ${comparison.id}`.execute(tx)
  if (comparison.promptId) await recomputeTestedVendors(tx, comparison.promptId)
  const shownAnswers = answers.map((answer) => toAnswer(answer, comparison, { hidden: false, now: now() }))
  return {
    outcome,
    check: null,
    counts,
    comparison: { id: comparison.id, prompt: promptReferenceOf(comparison), answers: shownAnswers },
  }
}
