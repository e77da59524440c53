import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import type { Member } from '#server/platform/actor.ts'
import { type Db, inTransaction } from '#server/platform/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Comparison } from '../contract.ts'
import { labelOf, noneGood, tie } from '../rules.ts'
import {
  type AnswerRow,
  getVisibleComparisonOrThrow,
  isContender,
  isOwner,
  readAnswers,
  readComparison,
} from './comparison-queries.ts'
import { recomputeTestedVendors } from './recompute-tested-vendors.ts'

type VoteInput = { outcome: string; blind: boolean }

/**
 * Stores a member's vote on a comparison that they may see, or changes it. Only a first, blind vote counts for ratings:
 * voting reveals the names, so a changed vote no longer counts. An owner's vote is blind only if the names were hidden
 * from them too. AppError authentication_required, not_found, validation_failed, conflict.
 */
export async function castVote(db: Db, member: Member, id: string, ballot: VoteInput, now: Date): Promise<Comparison> {
  const row = await getVisibleComparisonOrThrow(db, member, id)
  const contenders = (await readAnswers(db, row)).filter(isContender)
  if (contenders.length < 2) throw new AppError('conflict', 'A vote needs two complete answers to choose from.')
  const outcome = outcomeOf(ballot, contenders)
  const counts = isOwner(row, member) ? row.blind : ballot.blind
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    await sql`
      insert into comparison_votes as v (user_id, comparison_id, outcome, counts, voted_at)
      values (${member.id}, ${id}, ${outcome}, ${counts}, ${now})
      on conflict (user_id, comparison_id) do update
        set outcome = excluded.outcome, counts = false, voted_at = ${now}, shown = null
        where v.outcome <> excluded.outcome`.execute(tx)
    if (row.promptId) await recomputeTestedVendors(tx, row.promptId)
    return readComparison(tx, member, id, { now })
  })
}

/** Converts a letter to its model. A blind vote may contain only letters. */
function outcomeOf({ outcome, blind }: VoteInput, contenders: AnswerRow[]): string {
  if (outcome === tie || outcome === noneGood) return outcome
  const chosenAnswer = contenders.find(
    ({ place, model }) => labelOf(place) === outcome || (!blind && model === outcome),
  )
  if (!chosenAnswer) throw invalidField('outcome', 'Vote for one of the complete answers, a tie or none.')
  return chosenAnswer.model
}
