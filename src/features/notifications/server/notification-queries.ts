import { type RawBuilder, sql } from 'kysely'
import { maySeeContentOf } from '#features/blocks/server/block-visibility.ts'
import { forkLicenseError } from '#features/catalogue/license-rules.ts'
import type { License } from '#features/catalogue/rules.ts'
import { isLiveForUser, type NamedPrompt, promptNameFor } from '#features/catalogue/server/prompt-visibility.ts'
import { isReachable } from '#features/collections/server/collection-visibility.ts'
import type { SubjectKind } from '#features/comments/rules.ts'
import { subjectLink } from '#features/comments/server/comment-subject.ts'
import { isShownWithSubject } from '#features/comments/server/comment-visibility.ts'
import { groupsOf } from '#features/groups/server/group-membership.ts'
import { countedMax } from '#lib/counted-max.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { totalUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { Notification } from '../contract.ts'
import {
  type ApprovalAnswer,
  type ApprovalOutcome,
  approvalAnswerTexts,
  approvalTexts,
  type ChangeRequestOutcome,
  changeRequestTexts,
  type DecisionOutcome,
  decisions,
  lowResultsText,
  type NotificationKind,
  notificationLimits,
  pausedWebhookText,
  type ReviewOutcome,
  reviewTexts,
  type TestCaseOutcome,
  testCaseTexts,
} from '../rules.ts'

type NotificationRow = {
  id: string
  kind: NotificationKind
  thread: string
  /** The event's outcome, with a number after a colon for `prompt-review`, for `low-results` the names of the models, for `webhook` the host and the group’s slug. */
  detail: string | null
  prompt: NamedPrompt | null
  /** The prompt's license. */
  licence: License | null
  /** The name of the prompt's author. */
  author: string | null
  /** The name of the person who caused the event. */
  actor: string | null
  collection: { slug: string; title: string } | null
  /** The group whose prompts a notification is about. */
  group: { slug: string; title: string } | null
  /** The subject of the comment that got a reply. `name` is its slug, or the id of a comparison. */
  commentSubject: { kind: SubjectKind; name: string; title: string | null } | null
  createdAt: Date
  readAt: Date | null
}

/**
 * Returns the FROM and WHERE clauses for the notifications (`n`) that a member may see now, with these `columns` of their
 * events (`shown`): moderators' decisions, and notifications about prompts that are live for them, reachable collections
 * and public replies. Excludes those caused by, or about the prompts and collections of, somebody whom the member doesn't
 * see because of a block or mute.
 */
function shownTo(userId: string, columns = sql``): RawBuilder<unknown> {
  const reader = sql<string>`${userId}::uuid`
  // The limit makes PostgreSQL look at one notification after the other, so that it stops when it has found enough.
  return sql`
    from notifications n cross join lateral (
    select ${columns} from notification_events e
    left join prompts p on p.id = e.prompt_id left join users a on a.id = p.user_id
    left join users actor on actor.id = e.actor_id
    left join collections col on col.id = e.collection_id
    left join comments c on c.id = e.comment_id left join comment_threads t on t.id = c.thread_id
    where e.id = n.event_id and ${maySeeContentOf(reader, sql`e.actor_id`)}
      and case e.kind
        when 'decision' then true
        when 'approval' then true
        when 'approval-answer' then true
        when 'prompt-review' then true
        when 'webhook' then true
        when 'collection-item' then ${isReachable} and ${maySeeContentOf(reader, sql`col.user_id`)}
        when 'comment-answer' then ${isShownWithSubject(userId)}
        else ${isLiveForUser(userId)} and ${maySeeContentOf(reader, sql`p.user_id`)} end
    limit 1) shown
    where n.user_id = ${reader}`
}

/** Returns the columns of a `NotificationRow`, for the query of `shownTo`. */
function columnsFor(userId: string): RawBuilder<unknown> {
  return sql`e.id, e.kind, e.thread, e.detail, n.created_at, n.read_at, p.licence, a.display_username as author,
    actor.display_username as actor, case when p.id is not null then ${promptNameFor(userId)} end as prompt,
    case when e.kind = 'prompt-review' and e.prompt_id is null then (
      select jsonb_build_object('slug', g.slug, 'title', g.name) from groups g
      where e.thread = 'prompt-review:' || g.id and g.id = any (${groupsOf(userId, 'read')})) end as "group",
    case when col.id is not null then jsonb_build_object('slug', col.slug, 'title', col.title) end as collection,
    case when c.id is not null then ${subjectLink} end as comment_subject`
}

const isUnread = sql`and n.read_at is null`

/** Returns a page of a member's notifications, newest first. */
export async function listNotifications(
  db: Db,
  userId: string,
  { unread, limit, cursor }: { unread: boolean; limit: number; cursor?: string },
): Promise<Page<Notification>> {
  const listName = `notifications:${unread}`
  const start = readCursor(listName, cursor, cursorKeys.time)
  const filter = unread ? isUnread : sql``
  const after = start ? sql`and (n.created_at, n.event_id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``
  const [{ rows }, counted] = await Promise.all([
    sql<NotificationRow & { position: string }>`
      select shown.*, n.created_at::text as position ${shownTo(userId, columnsFor(userId))} ${filter} ${after}
      order by n.created_at desc, n.event_id desc limit ${limit + 1}`.execute(db),
    countShown(db, userId, filter, countedMax + 1),
  ])
  const { items, nextCursor } = cutPage(rows, limit, listName, (row) => ({ key: row.position, id: row.id }))
  return {
    items: items.map(toNotification),
    nextCursor,
    ...totalUpTo(counted),
  }
}

/** Counts a member's unread notifications, up to one more than the bell shows. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  return countShown(db, userId, isUnread, notificationLimits.counted + 1)
}

async function countShown(db: Db, userId: string, filter: RawBuilder<unknown>, limit: number): Promise<number> {
  // The order makes PostgreSQL use the index of the member's notifications, instead of looking for them among all.
  const order = filter === isUnread ? sql`n.thread` : sql`n.created_at desc`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select ${shownTo(userId)} ${filter} order by ${order} limit ${limit}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns a member's unread notifications that weren't in a digest yet and whose kind is switched on, newest first. */
export async function listForDigest(db: Db, userId: string, limit: number): Promise<Notification[]> {
  const { rows } = await sql<NotificationRow>`
    select shown.* ${shownTo(userId, columnsFor(userId))} ${isUnread} and n.mailed_at is null
      and not exists (select from notification_receivers r where r.user_id = ${userId} and shown.kind = any(r.off_kinds))
    order by n.created_at desc, n.event_id desc limit ${limit}`.execute(db)
  return rows.map(toNotification)
}

/** Returns all notifications that a member may see, oldest first, for the export of their data. */
export async function exportNotifications(db: Db, userId: string): Promise<Notification[]> {
  const { rows } = await sql<NotificationRow>`
    select shown.* ${shownTo(userId, columnsFor(userId))} order by n.created_at, n.event_id`.execute(db)
  return rows.map(toNotification)
}

function toNotification(row: NotificationRow): Notification {
  const { id, kind, prompt, collection, group, commentSubject, createdAt, readAt } = row
  const title = prompt?.title ?? collection?.title ?? group?.title ?? commentSubject?.title ?? null
  return { id, kind, title, ...textAndPath(row), createdAt: createdAt.toISOString(), read: readAt !== null }
}

/** Returns what a notification says, and the path that it opens. */
function textAndPath(row: NotificationRow): Pick<Notification, 'text' | 'path'> {
  const { kind, thread, detail, prompt, licence, author, actor, collection, group, commentSubject } = row
  const page = prompt?.slug ? `/prompt/${prompt.slug}` : null
  const collectionPage = collection && `/collection/${collection.slug}`
  if (kind === 'prompt-version')
    return { text: t('New version by {author}', { author: `${author}` }), path: `${page}/history` }
  if (kind === 'prompt-new') return { text: t('New prompt by {author}', { author: `${author}` }), path: page }
  if (kind === 'collection-item')
    return {
      text: actor === null ? t('New in a collection by somebody') : t('New in a collection by {actor}', { actor }),
      path: collectionPage,
    }
  if (kind === 'comment-answer')
    return {
      text: actor === null ? t('Somebody replied to your comment') : t('{actor} replied to your comment', { actor }),
      path: commentSubject && `${subjectPath(commentSubject)}#comments`,
    }
  if (kind === 'change-request' || kind === 'change-request-answer') {
    // If a moderator decided for an account that nobody can sign in to, the text doesn't name them.
    const person = kind === 'change-request-answer' && actor !== author ? null : actor
    const mayFork = licence !== null && forkLicenseError(licence, licence) === null
    return {
      text: changeRequestTexts[detail as ChangeRequestOutcome](person, mayFork),
      path: `/suggested-edit/${subjectIdOf(thread)}`,
    }
  }
  if (kind === 'low-results') return { text: lowResultsText(detail ?? 'A model'), path: `${page}/tests` }
  if (kind === 'test-case' || kind === 'test-case-answer')
    return { text: testCaseTexts[detail as TestCaseOutcome](actor), path: `${page}/tests` }
  if (kind === 'approval')
    return { text: approvalTexts[detail as ApprovalOutcome](actor), path: `/approval/${subjectIdOf(thread)}` }
  if (kind === 'approval-answer')
    return { text: approvalAnswerTexts[detail as ApprovalAnswer](actor), path: `/approval/${subjectIdOf(thread)}` }
  if (kind === 'prompt-review') {
    const [outcome, count] = (detail ?? '').split(':')
    const opened = { due: '/groups/waiting', left: group && `/group/${group.slug}`, owner: page }
    const text = reviewTexts[outcome as ReviewOutcome](actor, Number(count))
    return { text, path: opened[outcome as ReviewOutcome] }
  }
  if (kind === 'webhook') {
    const [host = '', groupSlug] = (detail ?? '').split(' ')
    return { text: pausedWebhookText(host), path: groupSlug === undefined ? '/settings' : `/group/${groupSlug}` }
  }
  const { text, opens } = decisions[detail as DecisionOutcome]
  const paths = {
    page: collectionPage ?? page,
    'removed prompts': '/my-prompts?status=removed',
    comparison: `/compare/${subjectIdOf(thread)}`,
    'suggested edit': `/suggested-edit/${subjectIdOf(thread)}`,
    settings: '/settings',
  }
  return { text, path: paths[opens] }
}

function subjectPath({ kind, name }: { kind: SubjectKind; name: string }): string {
  return `/${{ prompt: 'prompt', tool: 'tools', comparison: 'compare' }[kind]}/${name}`
}

/** Returns the subject's id from a thread, which has the form `kind:id`. */
function subjectIdOf(thread: string): string {
  return thread.slice(thread.indexOf(':') + 1)
}
