import type { Member } from '#platform/actor.ts'
import { type LimitRule, type Limits, networkOf, type TakenPoints } from '#platform/limits.ts'
import { isNewAccount, isTrusted, type TrustFacts } from '../trust-rules.ts'

const [minute, hour, day] = [60, 3600, 86_400]

/** How many comments and replies any member may write. */
export const commentsPerMember: LimitRule = { name: 'comment', points: 60, seconds: hour }
/** How often a member without trust may write a comment or a reply. */
const commentInterval: LimitRule = { name: 'comment-interval', points: 1, seconds: 2 * minute }
const replyInterval: LimitRule = { name: 'comment-answer-interval', points: 1, seconds: minute / 2 }
/** How many comments and replies an account may write on its first day. */
const firstDayComments: LimitRule = { name: 'comment-first-day', points: 3, seconds: day }
const firstDayReplies: LimitRule = { name: 'comment-first-day-answer', points: 10, seconds: day }
/** How many comments and replies all new accounts of one network (`networkOf`) may write. */
const newPerNetwork: LimitRule = { name: 'comment-network', points: 15, seconds: day }
/** How often a member may edit or delete comments, or close or open the comments on something. */
export const commentChangesPerMember: LimitRule = { name: 'comment-change', points: 120, seconds: hour }

/**
 * Counts a new comment or reply against the limits. Returns a function that gives the points back, to be
 * called if the comment is refused. Throws AppError rate_limited.
 */
export async function takeCommentLimits(
  limits: Limits,
  member: Member,
  { isReply, trustFacts, now }: { isReply: boolean; trustFacts: TrustFacts; now: Date },
): Promise<() => Promise<void>> {
  const rules: [LimitRule, string][] = [[commentsPerMember, member.id]]
  if (!isTrusted(trustFacts, now)) rules.push([isReply ? replyInterval : commentInterval, member.id])
  if (isNewAccount(trustFacts, now))
    rules.push([isReply ? firstDayReplies : firstDayComments, member.id], [newPerNetwork, networkOf(member.address)])
  const takenPoints: TakenPoints[] = []
  const giveBack = async () => {
    for (const taken of takenPoints) await limits.giveBack(taken)
  }
  for (const [rule, key] of rules) {
    try {
      takenPoints.push(await limits.take(rule, key))
    } catch (error) {
      await giveBack()
      throw error
    }
  }
  return giveBack
}
