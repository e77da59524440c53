import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { t, translate } from '#lib/texts.ts'
import { type Actor, type Member, requireMember } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { CaseSubject, FoundContent } from '#platform/reportable.ts'
import { reasonsFor } from '../reason-rules.ts'
import type { NewReport, Reported } from '../report-contract.ts'
import { type CaseKind, reportableKinds, shownTextMax } from '../rules.ts'
import type { ModerationContext } from './moderation-context.ts'
import { isAbout } from './reportables.ts'
import { noReportedIds } from './reports.table.ts'

const reportsPerMember = { name: 'report', points: 30, seconds: 3600 }

type State = Reported['state']
type ReportText = Pick<NewReport, 'reason' | 'details'>

/**
 * Reports content that the member may see. A member's repeated report changes nothing while the first one is open, or
 * after its decision while the content is the same (`state` is then `decided`). May hide content that is reported often.
 * Throws AppError authentication_required, validation_failed, not_found, forbidden (own content), rate_limited.
 */
export async function reportContent(context: ModerationContext, actor: Actor, report: NewReport): Promise<Reported> {
  const member = requireMember(actor)
  await context.limits.take(reportsPerMember, member.id)
  const kind = reportableKinds.find((name) => report[`${name}Id`] !== undefined)
  const idOrSlug = kind && report[`${kind}Id`]
  if (!kind || idOrSlug === undefined) throw invalidField('promptId', t('Specify which prompt to report.'))
  if (!reasonsFor({ isPrompt: kind === 'prompt' }).includes(report.reason))
    throw invalidField('reason', t('Only a prompt can be in the wrong category. Choose another reason.'))
  const { find, ownHint } = context.reportables[kind]
  return inTransaction(context.db, async (tx) => {
    await lockWriter(tx, member)
    const found = await find(tx, member, idOrSlug)
    if (found.authorId === member.id) throw new AppError('forbidden', translate(ownHint))
    const now = context.now()
    const state =
      kind === 'example'
        ? await reportExample(tx, member, found, report, now)
        : await addToCase(tx, member, { kind, found, subject: context.reportables[kind] }, report, now)
    return { ...noReportedIds, promptId: found.promptId ?? null, [`${kind}Id`]: found.id, state }
  })
}

/** Stores a report of an example. Returns the state of the member's report, which may be an earlier one. */
async function reportExample(
  tx: Tx,
  member: Member,
  { id }: FoundContent,
  { reason, details }: ReportText,
  createdAt: Date,
): Promise<State> {
  await tx
    .insertInto('exampleReports')
    .values({ exampleId: id, userId: member.id, reason, details: details || null, createdAt, decidedAt: null })
    .onConflict((conflict) => conflict.columns(['exampleId', 'userId']).doNothing())
    .execute()
  const { decidedAt } = await tx
    .selectFrom('exampleReports')
    .select('decidedAt')
    .where('exampleId', '=', id)
    .where('userId', '=', member.id)
    .executeTakeFirstOrThrow()
  return decidedAt ? 'decided' : 'open'
}

type Content = { kind: CaseKind; found: FoundContent; subject: CaseSubject<unknown> }

/** Adds a report to the open case of the content, or to a new one. Returns the state of the member's report. */
async function addToCase(
  tx: Tx,
  member: Member,
  content: Content,
  { reason, details }: ReportText,
  now: Date,
): Promise<State> {
  const { kind, found, subject } = content
  const { rows } = await sql<{ isOpen: boolean }>`
    select rc.state = 'open' as is_open from reports r join report_cases rc on rc.id = r.case_id
    cross join lateral (${subject.reported(shownTextMax)}) content
    where r.user_id = ${member.id} and ${isAbout(kind, found.id)}
      and (rc.state = 'open' or rc.decided_shown and content.is_unchanged)
    order by 1 desc limit 1`.execute(tx)
  if (rows[0]) return rows[0].isOpen ? 'open' : 'decided'
  await tx
    .insertInto('reportCases')
    .values({ id: newId(), [`${kind}Id`]: found.id, ...found.caseColumns, state: 'open', openedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`
    insert into reports (user_id, case_id, reason, details, created_at)
    select ${member.id}, rc.id, ${reason}, ${details || null}, ${now} from report_cases rc
    where ${isAbout(kind, found.id)} and rc.state = 'open'`.execute(tx)
  if (await subject.hiding?.applies(tx, found.authorId, now)) await hideIfReportedOften(tx, member, content)
  return 'open'
}

/**
 * Hides content when it gets the last of the reports that it takes. A report counts if it is by a moderator, an admin or
 * an account that was old enough, and after a dismissal only if the text was edited in between. Further reports don't
 * hide the content again, because a moderator may have shown it since.
 */
async function hideIfReportedOften(
  tx: Tx,
  reporter: Member,
  { kind, found, subject: { hiding } }: Content,
): Promise<void> {
  if (!hiding) return
  const editedAt = await hiding.readEditedAt(tx, found.id)
  const { rows } = await sql<{ userId: string }>`
    select r.user_id from reports r join report_cases opened on opened.id = r.case_id join users u on u.id = r.user_id
    where opened.id = (select rc.id from report_cases rc where ${isAbout(kind, found.id)} and rc.state = 'open')
      and (u.role <> 'user' or u.created_at <= r.created_at - make_interval(hours => ${hiding.minAgeHours}))
      and not exists (
        select from report_cases rc where ${isAbout(kind, found.id)} and rc.state = 'dismissed'
          and (${editedAt}::timestamptz is null or ${editedAt} <= rc.decided_at or r.created_at < ${editedAt}))
    limit ${hiding.reports + 1}`.execute(tx)
  if (rows.length === hiding.reports && rows.some(({ userId }) => userId === reporter.id))
    await hiding.hide(tx, found.id)
}
