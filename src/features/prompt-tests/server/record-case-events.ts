import { decidersOf } from '#features/notifications/server/author-receivers.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import type { CaseRow } from './case-queries.ts'

/** `userId` is the author's id, and `groupId` that of the group that the prompt belongs to. */
type AuthoredPrompt = { id: string; userId: string; groupId: string | null }

/**
 * Notifies the author of a prompt, or the approvers of its group, about a proposed test case. Several proposals for a prompt lead to one unread
 * notification.
 */
export async function recordProposal(tx: Tx, member: Member, prompt: AuthoredPrompt, now: Date): Promise<void> {
  await recordEvent(tx, {
    kind: 'test-case',
    outcome: 'proposed',
    receiverIds: await decidersOf(tx, prompt),
    subjectId: prompt.id,
    actorId: member.id,
    promptId: prompt.id,
    now,
  })
}

type Decision = { prompt: AuthoredPrompt; proposed: CaseRow; outcome: 'accepted' | 'declined' }

/** Notifies the proposer about the decision on a test case. If a moderator decided, the notification names nobody. */
export async function recordCaseDecision(
  tx: Tx,
  member: Member,
  { prompt, proposed, outcome }: Decision,
  now: Date,
): Promise<void> {
  if (proposed.userId === null) return
  await recordEvent(tx, {
    kind: 'test-case-answer',
    outcome,
    receiverIds: [proposed.userId],
    subjectId: proposed.id,
    actorId: member.id === prompt.userId ? member.id : null,
    promptId: prompt.id,
    now,
  })
}
