import { sql } from 'kysely'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { isClosedTo } from '#features/catalogue/server/prompt-visibility.ts'
import { commentSource } from '#features/comments/server/reportable-comment.ts'
import { countTools } from '#features/tools/server/tool-counts.ts'
import { resolveAll } from '#lib/resolve-all.ts'
import { type Actor, deletedAccountId, hasRole, requireRole, siteAccountId } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Overview } from '../contract.ts'
import { hasUnseenAlarms } from './admin-prompt-queries.ts'
import { openExamplesFor } from './example-queries.ts'
import type { ModerationContext } from './moderation-context.ts'
import { listOldest } from './oldest-queries.ts'
import { isCaseVisibleTo } from './reportables.ts'

/**
 * Counts what is waiting for a decision, with the oldest items, and what the site contains. Throws AppError authentication_required, forbidden.
 */
export async function readOverview(context: ModerationContext, actor: Actor): Promise<Overview> {
  const { db, moderation, reportables } = context
  const member = requireRole(actor, 'moderator')
  /** Counts the rows of `from`, which is the SQL after FROM, up to 1,000. */
  const countRows = async (from: ReturnType<typeof sql>) => (await countUpTo(db, from)).total
  const siteAccounts = sql`(${siteAccountId}, ${deletedAccountId})`
  const counts = await resolveAll({
    openReports: countRows(sql`report_cases rc where rc.state = 'open' and ${isCaseVisibleTo(reportables, member)}`),
    waitingComments: countRows(sql`${commentSource} where c.state = 'waiting' and not ${isClosedTo(member.id)}`),
    openClaims: countRows(sql`author_claims claim where claim.status = 'pending'`),
    openExamples: countRows(openExamplesFor(member)),
    openMessages: hasRole(actor, 'admin') ? countRows(sql`contact_messages m where m.done_at is null`) : null,
    pendingPrompts: countRows(sql`prompts p where p.status = 'pending'`),
    alarmingPrompts: countRows(sql`prompts p where ${hasUnseenAlarms}`),
    removedPrompts: countRows(sql`prompts p where p.status = 'removed'`),
    publishedPrompts: countPrompts(db, 'all'),
    members: countRows(sql`users u where u.id not in ${siteAccounts}`),
    bannedMembers: countRows(sql`users u where u.banned`),
    tools: countTools(db),
    categories: countRows(sql`categories`),
    oldest: listOldest(context, member),
  })
  return { ...counts, moderation }
}
