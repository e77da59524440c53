import { sql } from 'kysely'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { countTools } from '#features/tools/server/tool-counts.ts'
import { resolveAll } from '#lib/resolve-all.ts'
import { type Actor, deletedAccountId, hasRole, requireRole, siteAccountId } from '#server/platform/actor.ts'
import type { Overview } from '../contract.ts'
import { countUpTo } from './counted-queries.ts'
import { openExamplesOf } from './example-queries.ts'
import type { ModerationContext } from './moderation-context.ts'
import { isCaseVisibleTo } from './report-queries.ts'

/**
 * Counts what is waiting for a decision and what the site contains. Throws AppError authentication_required, forbidden.
 */
export async function readOverview({ db, moderation }: ModerationContext, actor: Actor): Promise<Overview> {
  const member = requireRole(actor, 'moderator')
  const total = async (source: ReturnType<typeof sql>) => (await countUpTo(db, source)).total
  const siteAccounts = sql`(${siteAccountId}, ${deletedAccountId})`
  const counts = await resolveAll({
    openReports: total(
      sql`report_cases rc left join prompts p on p.id = rc.prompt_id where rc.state = 'open' and ${isCaseVisibleTo(member)}`,
    ),
    waitingComments: total(sql`comments c where c.state = 'waiting'`),
    openClaims: total(sql`author_claims claim where claim.status = 'pending'`),
    openExamples: total(openExamplesOf(member)),
    openMessages: hasRole(actor, 'admin') ? total(sql`contact_messages m where m.done_at is null`) : null,
    pendingPrompts: total(sql`prompts p where p.status = 'pending'`),
    removedPrompts: total(sql`prompts p where p.status = 'removed'`),
    publishedPrompts: countPrompts(db, 'all'),
    members: total(sql`users u where u.id not in ${siteAccounts}`),
    bannedMembers: total(sql`users u where u.banned`),
    tools: countTools(db),
    categories: total(sql`categories`),
  })
  return { ...counts, moderation }
}
