import { type RawBuilder, sql } from 'kysely'
import type { PromptStatus } from '#features/catalogue/rules.ts'
import { cardSource } from '#features/catalogue/server/prompt-cards.ts'
import { isPublished, isTextPublic, isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { isVisibleTo as isRequestVisibleTo } from '#features/change-requests/server/change-request-visibility.ts'
import {
  isVisibleTo as isCollectionVisibleTo,
  isReachable,
} from '#features/collections/server/collection-visibility.ts'
import { shownTarget } from '#features/collections/server/item-queries.ts'
import type { Page } from '#lib/http-contract.ts'
import { type Actor, deletedAccountId, type Member, requireRole, siteAccountId } from '#platform/actor.ts'
import { countUpTo } from '#platform/count-up-to.ts'
import type { Db, Tx } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { ReportCase } from '../contract.ts'
import type { ReportReason } from '../reason-rules.ts'
import { type CaseState, shownReportsMax, shownTextMax } from '../rules.ts'
import { commentColumn, commentSource, toAdminComment } from './admin-comment-queries.ts'
import { type AdminRow, adminColumns, toAdminPrompt } from './admin-prompt-queries.ts'

/**
 * A case and its prompt. `id` is the prompt's, or null if the case has no prompt. `position` is the time by which the
 * list is sorted, as text with microseconds, for the cursor.
 */
type CaseRow = (AdminRow | { id: null }) & {
  caseId: string
  state: CaseState
  openedAt: Date
  position: string
  decidedAt: Date | null
  decidedVersion: number | null
  decidedByName: string | null
  reportCount: number
  comparison: ReportCase['comparison']
  collection: ReportCase['collection']
  comment: ReportCase['comment']
  changeRequest: ReportCase['changeRequest']
  bannable: boolean
  reports: { reason: ReportReason; details: string | null; username: string; createdAt: string }[]
}

/** The columns of a `CaseRow` except `position`. Use them with `caseSource`. */
const caseColumns = sql`
  ${adminColumns}, rc.id as case_id, rc.state, rc.opened_at, rc.decided_at, rc.decided_version,
  decider.display_username as decided_by_name, case_reports.report_count, case_reports.reports,
  reported_comparison.comparison, reported_collection.collection, reported_comment.comment, reported_request.change_request,
  coalesce(rc.comparison_owner, reported_collection.user_id, reported_comment.user_id, reported_request.user_id, p.user_id)
    not in (${siteAccountId}, ${deletedAccountId}) as bannable`
const caseSource = sql`
  report_cases rc left join (${cardSource}) on p.id = rc.prompt_id left join users decider on decider.id = rc.decided_by
  cross join lateral (
    select count(*) as report_count, coalesce(jsonb_agg(jsonb_build_object(
        'reason', r.reason, 'details', r.details, 'username', reporter.display_username, 'createdAt', r.created_at)
        order by r.created_at) filter (where r.position <= ${shownReportsMax}), '[]') as reports
    from (
      select r.*, row_number() over (order by r.created_at, r.user_id) as position from reports r where r.case_id = rc.id
    ) r join users reporter on reporter.id = r.user_id
  ) case_reports
  left join lateral (
    select jsonb_build_object(
        'id', c.id, 'name', c.name, 'user', jsonb_build_object('username', owner.display_username),
        'published', c.published_at is not null, 'shared', c.shared_at is not null, 'withdrawnReason', c.withdrawn_reason,
        'content', left(c.content, ${shownTextMax}),
        'answers', coalesce((
          select jsonb_agg(jsonb_build_object('model', a.model, 'text', left(a.text, ${shownTextMax})) order by a.place)
          from comparison_answers a where a.user_id = c.user_id and a.comparison_id = c.id), '[]')) as comparison
    from comparisons c join users owner on owner.id = c.user_id
    where c.user_id = rc.comparison_owner and c.id = rc.comparison_id
  ) reported_comparison on true
  left join lateral (
    select jsonb_build_object(
        'id', col.id, 'slug', col.slug, 'title', col.title, 'description', col.description,
        'user', jsonb_build_object('username', owner.display_username), 'removedReason', col.removed_reason,
        'items', coalesce((
          select jsonb_agg(jsonb_build_object('title', shown.title, 'note', i.note) order by i.position)
          from collection_items i cross join lateral ${shownTarget} shown where i.collection_id = col.id), '[]')) as collection,
      col.user_id
    from collections col join users owner on owner.id = col.user_id where col.id = rc.collection_id
  ) reported_collection on true
  left join lateral (
    select ${commentColumn} as comment, c.user_id from ${commentSource} where c.id = rc.comment_id
  ) reported_comment on true
  left join lateral (
    select jsonb_build_object(
        'id', cr.id, 'user', jsonb_build_object('username', proposer.display_username), 'title', cr.title,
        'description', cr.description, 'content', left(cr.content, ${shownTextMax}), 'base', left(v.content, ${shownTextMax}),
        'reason', cr.reason, 'removedReason', cr.removed_reason) as change_request, cr.user_id
    from change_requests cr join users proposer on proposer.id = cr.user_id
    left join prompt_versions v on v.prompt_id = cr.prompt_id and v.version = cr.base_version and v.shown
    where cr.id = rc.change_request_id
  ) reported_request on true`

/**
 * Returns the SQL condition for cases (`rc` in the query, their prompts `p`) that a moderator may see. It excludes cases
 * about other members' drafts (except for admins) and private collections, and about suggested edits of prompts that
 * aren't public.
 */
export function isCaseVisibleTo(member: Member): RawBuilder<boolean> {
  return sql`(rc.prompt_id is null or ${isVisibleTo(member)}) and (rc.collection_id is null or exists (
    select from collections col where col.id = rc.collection_id and ${isCollectionVisibleTo(member)}))
    and (rc.change_request_id is null or exists (
      select from change_requests cr join prompts p on p.id = cr.prompt_id
      where cr.id = rc.change_request_id and ${isRequestVisibleTo(member)}))`
}

type Filter = { state: 'open' | 'decided'; reason?: ReportReason }

/**
 * Returns a page of cases that the moderator may see: open ones, oldest first, or decided ones, most recently decided
 * first. Throws AppError authentication_required, forbidden, validation_failed (an invalid cursor).
 */
export async function listCases(
  db: Db,
  actor: Actor,
  { state, reason, limit, cursor }: Filter & { limit: number; cursor?: string },
): Promise<Page<ReportCase>> {
  const member = requireRole(actor, 'moderator')
  const listName = `cases ${state} ${reason ?? ''}`
  const start = readCursor(listName, cursor, cursorKeys.time)
  const isOpen = state === 'open'
  const key = isOpen ? sql`rc.opened_at` : sql`rc.decided_at`
  const where = [isOpen ? sql`rc.state = 'open'` : sql`rc.state <> 'open'`, isCaseVisibleTo(member)]
  if (reason) where.push(sql`exists (select from reports r where r.case_id = rc.id and r.reason = ${reason})`)
  const after = start
    ? sql`and (${key}, rc.id) ${isOpen ? sql`>` : sql`<`} (${start.key}::timestamptz, ${start.id}::uuid)`
    : sql``
  const condition = sql.join(where, sql` and `)
  const direction = isOpen ? sql`asc` : sql`desc`
  const [result, total] = await Promise.all([
    sql<CaseRow>`
      select ${caseColumns}, ${key}::text as position from ${caseSource} where ${condition} ${after}
      order by ${key} ${direction}, rc.id ${direction} limit ${limit + 1}`.execute(db),
    countUpTo(db, sql`report_cases rc left join prompts p on p.id = rc.prompt_id where ${condition}`),
  ])
  const page = cutPage(result.rows, limit, listName, (row) => ({ key: row.position, id: row.caseId }))
  return { items: page.items.map(toCase), nextCursor: page.nextCursor, ...total }
}

/** Returns a case that the moderator may see. Throws AppError not_found. */
export async function getCaseOrThrow(db: Db, member: Member, id: string): Promise<ReportCase> {
  const { rows } = await sql<CaseRow>`
    select ${caseColumns}, '' as position from ${caseSource} where rc.id = ${id} and ${isCaseVisibleTo(member)}`.execute(
    db,
  )
  if (!rows[0]) throw notFound('This report')
  return toCase(rows[0])
}

export type LockedCase = {
  id: string
  promptId: string | null
  /** Who may be banned for the reported content: its author, owner or proposer. */
  authorId: string
  /** The prompt's status. */
  status: PromptStatus | null
  /**
   * Whether the prompt can be removed: it isn't removed yet, and is (or was before its deletion) published or pending.
   */
  isRemovable: boolean
  /** Whether other members can see the reported content, at least by its link. */
  isShown: boolean
  /** The prompt's current version, or 0 if the case has no prompt. */
  version: number
  state: CaseState
  /** The reported comparison, if the case is about one. */
  comparisonId: string | null
  /** The reported collection, if the case is about one. */
  collectionId: string | null
  /** The reported comment, if the case is about one. */
  commentId: string | null
  /** The reported suggested edit, if the case is about one. */
  changeRequestId: string | null
  /** The most frequent reason in the case's reports. */
  reason: ReportReason
}

/**
 * Locks a case until the transaction ends. The caller must have locked the reported content. Throws AppError not_found
 * (also if the moderator may not see the case).
 */
export async function lockCaseOrThrow(tx: Tx, member: Member, id: string): Promise<LockedCase> {
  const { rows } = await sql<LockedCase>`
    select rc.id, rc.prompt_id, rc.comparison_id, rc.collection_id, rc.comment_id, rc.change_request_id,
      coalesce(rc.comparison_owner, col.user_id, comment.user_id, cr.user_id, p.user_id) as "authorId", p.status,
      coalesce(p.version, 0) as version, rc.state,
      coalesce(case p.status when 'deleted' then p.status_before else p.status end in ('published', 'pending')
        and p.removed_reason is null, false) as "isRemovable",
      case when rc.collection_id is not null then ${isReachable} when rc.comment_id is not null then comment.state = 'shown'
        when rc.change_request_id is not null then cr.removed_reason is null
        when rc.comparison_id is null then ${isPublished}
        else (c.published_at is not null or c.shared_at is not null)
          and (not c.from_prompt or ${isTextPublic(sql`c.content`)}) end as "isShown",
      coalesce((select r.reason from reports r where r.case_id = rc.id group by r.reason
        order by count(*) desc, min(r.created_at) limit 1), 'other') as reason
    from report_cases rc left join prompts p on p.id = rc.prompt_id
    left join comparisons c on c.user_id = rc.comparison_owner and c.id = rc.comparison_id
    left join collections col on col.id = rc.collection_id
    left join comments comment on comment.id = rc.comment_id
    left join change_requests cr on cr.id = rc.change_request_id
    where rc.id = ${id} and ${isCaseVisibleTo(member)} for update of rc`.execute(tx)
  if (!rows[0]) throw notFound('This report')
  return rows[0]
}

/**
 * Returns the ids of the members whose reports a case contains, except the moderator's. Skips accounts that are being
 * deleted, whose rows are locked.
 */
export async function listReporters(tx: Tx, { id }: Pick<LockedCase, 'id'>, moderator: Member): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from reports r join users u on u.id = r.user_id
    where r.case_id = ${id} and u.id <> ${moderator.id} order by u.id for key share of u skip locked`.execute(tx)
  return rows.map((row) => row.id)
}

function toCase(row: CaseRow): ReportCase {
  return {
    id: row.caseId,
    state: row.state,
    openedAt: row.openedAt.toISOString(),
    prompt: row.id === null ? null : toAdminPrompt(row),
    comparison: row.comparison,
    collection: row.collection,
    comment: row.comment && toAdminComment(row.comment),
    changeRequest: row.changeRequest,
    reports: row.reports.map(({ username, createdAt, ...report }) => ({
      ...report,
      user: { username },
      createdAt: new Date(createdAt).toISOString(),
    })),
    reportCount: row.reportCount,
    bannable: row.bannable,
    decision:
      row.decidedAt && row.decidedVersion !== null
        ? {
            at: row.decidedAt.toISOString(),
            user: { username: row.decidedByName ?? '' },
            version: row.decidedVersion,
          }
        : null,
  }
}
