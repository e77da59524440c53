import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { cleanText } from '#features/models/rules.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import type { Comparison } from '../contract.ts'
import { letterAt, noneGood, tie } from '../rules.ts'
import {
  type AnswerRow,
  getVisibleComparisonOrThrow,
  isContender,
  isOwner,
  readAnswers,
  readComparison,
  wasInterrupted,
} from './comparison-queries.ts'
import { countRoundVotes } from './count-round-votes.ts'
import { recomputeTestedVendors } from './recompute-tested-vendors.ts'

type VoteInput = { outcome: string; blind: boolean; note?: string }

/**
 * Stores a member's vote on a comparison that they may see, or changes it or its note. A first vote counts for ratings
 * if it is blind and not for a pasted answer, and at least two of the complete answers aren't pasted. A changed vote no
 * longer counts, because voting reveals the names. An owner's vote is blind only if the comparison is. Throws AppError
 * authentication_required, not_found, validation_failed or conflict.
 */
export async function castVote(db: Db, member: Member, id: string, input: VoteInput, now: Date): Promise<Comparison> {
  const row = await getVisibleComparisonOrThrow(db, member, id)
  const answers = await readAnswers(db, row)
  // The vote would later count for this answer too, which the voter hasn't seen.
  if (answers.some((answer) => answer.status === 'running' && !wasInterrupted(answer, row.createdAt, now)))
    throw new AppError('conflict', t('An answer is still being written. Vote when it has ended.'))
  const completeAnswers = answers.filter(({ status }) => status === 'done')
  if (completeAnswers.length < 2) throw new AppError('conflict', t('A vote needs two complete answers to choose from.'))
  const chosenAnswer = chosenAnswerOf(input, completeAnswers, input.blind || row.blind)
  const outcome = chosenAnswer?.model ?? input.outcome
  const canCount = completeAnswers.filter(isContender).length >= 2 && !chosenAnswer?.pasted
  const counts = canCount && (isOwner(row, member) ? row.blind : input.blind)
  const note = input.note === undefined ? undefined : cleanText(input.note) || null
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    // A changed vote is no longer one of a blind round, which showed only two of the answers.
    const { rows: roundVotes } = await sql`
      update comparison_votes set shown = null
      where user_id = ${member.id} and comparison_id = ${id} and outcome <> ${outcome} and shown is not null
      returning 1`.execute(tx)
    await sql`
      insert into comparison_votes as v (user_id, comparison_id, outcome, counts, voted_at)
      values (${member.id}, ${id}, ${outcome}, ${counts}, ${now})
      on conflict (user_id, comparison_id) do update
        set outcome = excluded.outcome, counts = false, voted_at = ${now}
        where v.outcome <> excluded.outcome`.execute(tx)
    if (note !== undefined)
      await tx
        .updateTable('comparisonVotes')
        .set({ note })
        .where('userId', '=', member.id)
        .where('comparisonId', '=', id)
        .execute()
    if (roundVotes.length > 0) await countRoundVotes(tx, [id])
    if (row.promptId) await recomputeTestedVendors(tx, row.promptId)
    return readComparison(tx, member, id, { now })
  })
}

/**
 * Returns the answer that a vote is for, or null for `tie` or `none`. A blind vote names a model only by its letter.
 * Pasted answers always show their names, which may look like a letter. Throws AppError validation_failed.
 */
function chosenAnswerOf({ outcome, blind }: VoteInput, answers: AnswerRow[], isHidden: boolean): AnswerRow | null {
  if (outcome === tie || outcome === noneGood) return null
  const byLetter = answers.find((answer) => !answer.pasted && letterAt(answer.place) === outcome)
  const byName = answers.find(({ model, pasted }) => (pasted || !blind) && model === outcome)
  const chosenAnswer = isHidden ? (byLetter ?? byName) : (byName ?? byLetter)
  if (!chosenAnswer) throw invalidField('outcome', t('Vote for one of the complete answers, a tie or none.'))
  return chosenAnswer
}
