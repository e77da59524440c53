import { sql } from 'kysely'
import { cardSource } from '#features/catalogue/server/prompt-cards.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { type Actor, deletedAccountId, type Member, requireRole, siteAccountId } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { ReportReason } from '../reason-rules.ts'
import type { ReportCase } from '../report-contract.ts'
import { type CaseKind, type CaseState, caseKinds, shownReportsMax } from '../rules.ts'
import { type AdminRow, adminColumns, toAdminPrompt } from './admin-prompt-queries.ts'
import type { ModerationContext } from './moderation-context.ts'
import {
  isCaseVisibleTo,
  joinReported,
  partColumns,
  type Reportables,
  reportedColumn,
  subjectOf,
} from './reportables.ts'

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
  bannable: boolean
  reports: { reason: ReportReason; details: string | null; username: string; createdAt: string }[]
} & { [Kind in CaseKind as `${Kind}Part`]: Kind extends 'prompt' ? string | null : ReportCase[Kind] }

/** The columns of a `CaseRow` except `position`. Use them with `caseSource`. */
const caseColumns = sql`
  ${adminColumns}, rc.id as case_id, rc.state, rc.opened_at, rc.decided_at, rc.decided_version,
  decider.display_username as decided_by_name, case_reports.report_count, case_reports.reports, ${partColumns},
  ${reportedColumn('author_id')} not in (${siteAccountId}, ${deletedAccountId}) as bannable`
const caseSource = (reportables: Reportables) => sql`
  report_cases rc left join (${cardSource}) on p.id = rc.prompt_id left join users decider on decider.id = rc.decided_by
  cross join lateral (
    select count(*) as report_count, coalesce(jsonb_agg(jsonb_build_object(
        'reason', r.reason, 'details', r.details, 'username', reporter.display_username, 'createdAt', r.created_at)
        order by r.created_at) filter (where r.position <= ${shownReportsMax}), '[]') as reports
    from (
      select r.*, row_number() over (order by r.created_at, r.user_id) as position from reports r where r.case_id = rc.id
    ) r join users reporter on reporter.id = r.user_id
  ) case_reports
  ${joinReported(reportables)}`

type Filter = { state: 'open' | 'decided'; reason?: ReportReason }

/**
 * Returns a page of cases that the moderator may see: open ones, oldest first, or decided ones, most recently decided
 * first. Throws AppError authentication_required, forbidden, validation_failed (an invalid cursor).
 */
export async function listCases(
  { db, reportables }: Pick<ModerationContext, 'db' | 'reportables'>,
  actor: Actor,
  { state, reason, limit, cursor }: Filter & { limit: number; cursor?: string },
): Promise<Page<ReportCase>> {
  const member = requireRole(actor, 'moderator')
  const listName = `cases ${state} ${reason ?? ''}`
  const start = readCursor(listName, cursor, cursorKeys.time)
  const isOpen = state === 'open'
  const key = isOpen ? sql`rc.opened_at` : sql`rc.decided_at`
  const where = [isOpen ? sql`rc.state = 'open'` : sql`rc.state <> 'open'`, isCaseVisibleTo(reportables, member)]
  if (reason) where.push(sql`exists (select from reports r where r.case_id = rc.id and r.reason = ${reason})`)
  const after = start
    ? sql`and (${key}, rc.id) ${isOpen ? sql`>` : sql`<`} (${start.key}::timestamptz, ${start.id}::uuid)`
    : sql``
  const condition = sql.join(where, sql` and `)
  const direction = isOpen ? sql`asc` : sql`desc`
  const [result, total] = await Promise.all([
    sql<CaseRow>`
      select ${caseColumns}, ${key}::text as position from ${caseSource(reportables)} where ${condition} ${after}
      order by ${key} ${direction}, rc.id ${direction} limit ${limit + 1}`.execute(db),
    countUpTo(db, sql`report_cases rc where ${condition}`),
  ])
  const page = cutPage(result.rows, limit, listName, (row) => ({ key: row.position, id: row.caseId }))
  return { items: page.items.map((row) => toCase(reportables, row)), nextCursor: page.nextCursor, ...total }
}

type Context = Pick<ModerationContext, 'reportables'>

/** Returns a case that the moderator may see. Throws AppError not_found. */
export async function getCaseOrThrow(
  { reportables }: Context,
  db: Db,
  member: Member,
  id: string,
): Promise<ReportCase> {
  const { rows } = await sql<CaseRow>`
    select ${caseColumns}, '' as position from ${caseSource(reportables)}
    where rc.id = ${id} and ${isCaseVisibleTo(reportables, member)}`.execute(db)
  if (!rows[0]) throw notFound(t('This report'))
  return toCase(reportables, rows[0])
}

export type LockedCase = {
  id: string
  /** What is reported. */
  subject: { kind: CaseKind; id: string }
  promptId: string | null
  /** Who may be banned for the reported content: its author, owner or proposer. */
  authorId: string
  /** Whether other members can see the reported content, at least by its link. */
  isShown: boolean
  /** The prompt's current version, or 0 if the case has no prompt. */
  version: number
  state: CaseState
  /** The most frequent reason in the case's reports. */
  reason: ReportReason
}

/**
 * Locks a case until the transaction ends. The caller must have locked the reported content. Throws AppError not_found
 * (also if the moderator may not see the case).
 */
export async function lockCaseOrThrow(
  { reportables }: Context,
  tx: Tx,
  member: Member,
  id: string,
): Promise<LockedCase> {
  const { rows } = await sql<Omit<LockedCase, 'subject'> & Parameters<typeof subjectOf>[0]>`
    select rc.*, ${reportedColumn('author_id')} as author_id, ${reportedColumn('is_shown')} as is_shown,
      coalesce(p.version, 0) as version, coalesce((select r.reason from reports r where r.case_id = rc.id group by r.reason
        order by count(*) desc, min(r.created_at) limit 1), 'other') as reason
    from report_cases rc left join prompts p on p.id = rc.prompt_id ${joinReported(reportables)}
    where rc.id = ${id} and ${isCaseVisibleTo(reportables, member)} for update of rc`.execute(tx)
  if (!rows[0]) throw notFound(t('This report'))
  return { ...rows[0], subject: subjectOf(rows[0]) }
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

/** Returns the name of the member whose content a case is about. */
export function authorOf(reportCase: ReportCase): string {
  return caseKinds.flatMap((kind) => reportCase[kind]?.user.username ?? [])[0] ?? ''
}

function toCase(reportables: Reportables, row: CaseRow): ReportCase {
  return {
    id: row.caseId,
    state: row.state,
    openedAt: row.openedAt.toISOString(),
    prompt: row.id === null ? null : toAdminPrompt(row),
    comparison: row.comparisonPart,
    collection: row.collectionPart,
    comment: row.commentPart && (reportables.comment.toPart?.(row.commentPart) ?? row.commentPart),
    changeRequest: row.changeRequestPart,
    profile: row.profilePart,
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
