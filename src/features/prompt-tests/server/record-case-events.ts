import { receiversOf } from '#features/notifications/server/author-receivers.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import type { CaseRow } from './case-queries.ts'

/** `userId` is the author's id. */
type AuthoredPrompt = { id: string; userId: string }

/**
 * Notifies the author of a prompt about a proposed test case. Several proposals for a prompt lead to one unread
 * notification.
 */
export async function recordProposal(tx: Tx, member: Member, prompt: AuthoredPrompt, now: Date): Promise<void> {
  await recordEvent(tx, {
    kind: 'test-case',
    outcome: 'proposed',
    receiverIds: receiversOf(prompt.userId),
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
