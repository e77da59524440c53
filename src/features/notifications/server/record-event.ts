import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import type {
  ApprovalAnswer,
  ApprovalOutcome,
  ChangeRequestOutcome,
  DecisionOutcome,
  ReviewOutcome,
  TestCaseOutcome,
} from '../rules.ts'

type EventBase = {
  /** The id of the event's subject. Events of the same kind and subject are one thread. */
  subjectId: string
  /** Who caused the event, and isn't notified. Null if the notification doesn't name them, for example a moderator. */
  actorId: string | null
  /** The prompt that the notification names, if there is one. */
  promptId: string | null
  now: Date
}

/**
 * Something that members may want to know. `receiverIds` are the members whom the event concerns. Without
 * `receiverIds`, the job that delivers the event finds the receivers, such as followers (event-receivers.ts).
 */
export type NewEvent = EventBase &
  (
    | { kind: 'prompt-version' | 'prompt-new' }
    | { kind: 'collection-item'; collectionId: string }
    | { kind: 'comment-answer'; commentId: string; receiverIds: string[] }
    | { kind: 'change-request' | 'change-request-answer'; outcome: ChangeRequestOutcome; receiverIds: string[] }
    | { kind: 'low-results'; models: string[]; receiverIds: string[] }
    | { kind: 'test-case' | 'test-case-answer'; outcome: TestCaseOutcome; receiverIds: string[] }
    | { kind: 'approval'; outcome: ApprovalOutcome; receiverIds: string[] }
    | { kind: 'approval-answer'; outcome: ApprovalAnswer; receiverIds: string[] }
    | { kind: 'prompt-review'; outcome: ReviewOutcome; count?: number; receiverIds: string[] }
    | { kind: 'webhook'; host: string; group: string | null; receiverIds: string[] }
    | { kind: 'decision'; outcome: DecisionOutcome; receiverIds: string[]; collectionId?: string }
  )

/**
 * Records an event in the transaction in which it happens, so that members are notified only if the transaction
 * commits. A job delivers the event within about a minute, so recording costs the same for any number of followers.
 * Skips receivers whose account was deleted.
 */
export async function recordEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { kind, subjectId, actorId, promptId, now } = event
  const receiverIds = 'receiverIds' in event ? event.receiverIds : [null]
  const commentId = event.kind === 'comment-answer' ? event.commentId : null
  const collectionId = ('collectionId' in event && event.collectionId) || null
  const detail = detailOf(event)
  await sql`
    insert into notification_events
      (id, receiver_id, kind, actor_id, prompt_id, comment_id, collection_id, thread, detail, created_at)
    select id, receiver_id, ${kind}, ${actorId}::uuid, ${promptId}::uuid, ${commentId}::uuid, ${collectionId}::uuid,
      ${`${kind}:${subjectId}`}, ${detail}, ${now}::timestamptz
    from unnest(${receiverIds.map(() => newId())}::uuid[], ${receiverIds}::uuid[]) as t(id, receiver_id)
    where t.receiver_id is null or exists (select from users u where u.id = t.receiver_id for key share)`.execute(tx)
}

function detailOf(event: NewEvent): string | null {
  if ('models' in event) return event.models.join(', ')
  if ('host' in event) return event.group === null ? event.host : `${event.host} ${event.group}`
  if (!('outcome' in event)) return null
  return 'count' in event && event.count !== undefined ? `${event.outcome}:${event.count}` : event.outcome
}
