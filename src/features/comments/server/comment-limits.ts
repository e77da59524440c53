import type { Member } from '#server/platform/actor.ts'
import { type LimitRule, type Limits, networkOf } from '#server/platform/limits.ts'
import { isNewAccount, isTrusted, type TrustFacts } from '../trust-rules.ts'

const [minute, hour, day] = [60, 3600, 86_400]

/** Comments and answers by any member. */
const perMember: LimitRule = { name: 'comment', points: 60, seconds: hour }
/** The minimum interval between two comments of a member without trust. */
const commentInterval: LimitRule = { name: 'comment-interval', points: 1, seconds: 2 * minute }
const answerInterval: LimitRule = { name: 'comment-answer-interval', points: 1, seconds: minute / 2 }
/** Comments and answers on the first day of an account. */
const firstDayComments: LimitRule = { name: 'comment-first-day', points: 3, seconds: day }
const firstDayAnswers: LimitRule = { name: 'comment-first-day-answer', points: 10, seconds: day }
/** Comments and answers by all new accounts of one network. */
const newPerNetwork: LimitRule = { name: 'comment-network', points: 15, seconds: day }
/** Edits and deletions of comments by a member, and closing and opening comments. */
export const commentChangesPerMember: LimitRule = { name: 'comment-change', points: 120, seconds: hour }

/**
 * Counts a new comment or answer against the limits. Returns a function that undoes this, for a comment that is
 * refused. Throws AppError rate_limited.
 */
export async function takeCommentLimits(
  limits: Limits,
  member: Member,
  { isAnswer, trustFacts, now }: { isAnswer: boolean; trustFacts: TrustFacts; now: Date },
): Promise<() => Promise<void>> {
  const rules: [LimitRule, string][] = [[perMember, member.id]]
  if (!isTrusted(trustFacts, now)) rules.push([isAnswer ? answerInterval : commentInterval, member.id])
  if (isNewAccount(trustFacts, now))
    rules.push([isAnswer ? firstDayAnswers : firstDayComments, member.id], [newPerNetwork, networkOf(member.address)])
  const takenLimits: [LimitRule, string][] = []
  const refund = async () => {
    for (const [rule, key] of takenLimits) await limits.refund(rule, key)
  }
  for (const [rule, key] of rules) {
    try {
      await limits.take(rule, key)
    } catch (error) {
      await refund()
      throw error
    }
    takenLimits.push([rule, key])
  }
  return refund
}
