import { type RawBuilder, type Selectable, sql } from 'kysely'
import { isTextPublic } from '#features/catalogue/server/prompt-visibility.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { fillPrompt } from '#features/variables/variable-rules.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import type { BlindRound } from '../contract.ts'
import { type AttentionRecord, cutOff } from '../round-rules.ts'
import {
  type AnswerRow,
  type ComparisonRow,
  comparisonColumns,
  comparisonSource,
  readAnswers,
} from './comparison-queries.ts'
import type { BlindRoundsTable } from './comparisons.table.ts'

export type RoundRow = Selectable<BlindRoundsTable>

/**
 * The comparison of a round, and the answers that are shown as A and B. In an attention check, both are the same
 * answer, and one of them may be shown cut off.
 */
export type RoundView = { comparison: ComparisonRow; answers: [AnswerRow, AnswerRow] }

/**
 * Returns SQL that tells whether a member may vote in a round on a comparison (`c` in `comparisonSource`). It must be
 * public, be available for rounds, belong to somebody else, and have no vote by the member.
 */
export function isVotableBy(userId: string): RawBuilder<boolean> {
  return sql`c.published_at is not null and c.draw_key is not null and c.user_id <> ${userId} and ${isTextPublic(sql`c.content`)}
    and not exists (select from comparison_votes v where v.user_id = ${userId} and v.comparison_id = c.id)`
}

/** Reads the comparison and the answers of a round. Returns null if the member can no longer vote on it. */
export async function readRoundView(
  db: Db,
  member: Actor & { id: string },
  round: RoundRow,
): Promise<RoundView | null> {
  const { rows } = await sql<ComparisonRow>`
    select ${comparisonColumns(member)} from ${comparisonSource}
    where c.user_id = ${round.comparisonOwner} and c.id = ${round.comparisonId} and ${isVotableBy(member.id)}`.execute(
    db,
  )
  const [comparison] = rows
  if (!comparison) return null
  const answers = await readAnswers(db, comparison)
  const [a, b] = [round.leftPlace, round.rightPlace].map((place) => answers.find((answer) => answer.place === place))
  return a && b ? { comparison, answers: [a, b] } : null
}

/** Returns a round as the voter sees it: without names, times and costs. */
export function toRound({ id, attention }: RoundRow, { comparison, answers: [a, b] }: RoundView): BlindRound {
  return {
    id,
    prompt: fillPrompt(fillableSegments(comparison.content), comparison.variables),
    answers: [attention === 'cut_left' ? cutOff(a.text) : a.text, attention === 'cut_right' ? cutOff(b.text) : b.text],
  }
}

/** Returns a member's results in attention checks so far. */
export async function readAttention(db: Db, userId: string): Promise<AttentionRecord> {
  const row = await db
    .selectFrom('attentionChecks')
    .select(['passed', 'failed'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? { passed: 0, failed: 0 }
}
