import { sql } from 'kysely'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { countTools } from '#features/tools/server/tool-counts.ts'
import { type Actor, deletedAccountId, hasRole, requireRole, siteAccountId } from '#server/platform/actor.ts'
import type { Overview } from '../contract.ts'
import { countUpTo } from './counted-queries.ts'
import { openExamplesOf } from './example-queries.ts'
import type { ModerationContext } from './moderation-context.ts'
import { isCaseOf } from './report-queries.ts'

/** Returns what is waiting, and totals. AppError authentication_required, forbidden. */
export async function readOverview({ db, moderation }: ModerationContext, actor: Actor): Promise<Overview> {
  const member = requireRole(actor, 'moderator')
  const total = async (source: ReturnType<typeof sql>) => (await countUpTo(db, source)).total
  const siteAccounts = sql`(${siteAccountId}, ${deletedAccountId})`
  const [
    openReports,
    waitingComments,
    openClaims,
    openExamples,
    openMessages,
    pendingPrompts,
    removedPrompts,
    publishedPrompts,
    members,
    bannedMembers,
    tools,
    categories,
  ] = await Promise.all([
    total(sql`report_cases k left join prompts p on p.id = k.prompt_id where k.state = 'open' and ${isCaseOf(member)}`),
    total(sql`comments c where c.state = 'waiting'`),
    total(sql`author_claims k where k.status = 'pending'`),
    total(openExamplesOf(member)),
    hasRole(actor, 'admin') ? total(sql`contact_messages m where m.done_at is null`) : null,
    total(sql`prompts p where p.status = 'pending'`),
    total(sql`prompts p where p.status = 'removed'`),
    countPrompts(db, 'all'),
    total(sql`users u where u.id not in ${siteAccounts}`),
    total(sql`users u where u.banned`),
    countTools(db),
    total(sql`categories`),
  ])
  return {
    openReports,
    waitingComments,
    openClaims,
    openExamples,
    openMessages,
    pendingPrompts,
    removedPrompts,
    publishedPrompts,
    members,
    bannedMembers,
    tools,
    categories,
    moderation,
  }
}
