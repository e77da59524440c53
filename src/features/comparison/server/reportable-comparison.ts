import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { isPublished, isTextPublic } from '#features/catalogue/server/prompt-visibility.ts'
import { msg, t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { CaseSubject } from '#platform/reportable.ts'
import type { ReportedComparison } from '../contract.ts'
import { type ComparisonRow, getVisibleComparisonOrThrow } from './comparison-queries.ts'
import { restoreWithdrawnComparison, withdrawComparison } from './withdraw-comparison.ts'

/** Comparisons that are published or shared. A report with a prompt belongs to the prompt's cases too. */
export const reportableComparison: CaseSubject<ReportedComparison> = {
  ownHint: msg('This comparison is your own. You can stop sharing it, take it off the page or delete it.'),
  async find(tx, member, id) {
    const seen = await getShownComparisonOrThrow(tx, member, id)
    await lockComparison(tx, id, seen.promptId)
    // The comparison may have changed before it was locked.
    const { promptId, userId } = await getShownComparisonOrThrow(tx, member, id)
    return { id, authorId: userId, promptId, caseColumns: { promptId, comparisonOwner: userId } }
  },
  reported: (textMax) => sql`
    select jsonb_build_object(
        'id', c.id, 'name', c.name, 'user', jsonb_build_object('username', owner.display_username),
        'published', c.published_at is not null, 'shared', c.shared_at is not null, 'withdrawnReason', c.withdrawn_reason,
        'content', left(c.content, ${textMax}),
        'answers', coalesce((
          select jsonb_agg(jsonb_build_object('model', a.model, 'text', left(a.text, ${textMax})) order by a.place)
          from comparison_answers a where a.user_id = c.user_id and a.comparison_id = c.id), '[]')) as part,
      c.user_id as author_id,
      (c.published_at is not null or c.shared_at is not null)
        and (not c.from_prompt or ${isTextPublic(sql`c.content`)}) as is_shown,
      coalesce(c.named_at <= rc.decided_at, true) and not exists (
        select from comparison_answers a where a.user_id = c.user_id and a.comparison_id = c.id
          and a.answered_at > rc.decided_at) as is_unchanged
    from comparisons c join users owner on owner.id = c.user_id left join prompts p on p.id = c.prompt_id
    where c.user_id = rc.comparison_owner and c.id = rc.comparison_id`,
  lock: lockComparison,
  hide: (tx, moderator, { id, reason }) => withdrawComparison(tx, moderator, id, reason),
  async restore(tx, moderator, { id, now }) {
    await restoreWithdrawnComparison(tx, moderator, id, now)
    return true
  },
  async describe(tx, id) {
    const { rows } = await sql<{ title: string }>`
      select p.title from comparisons c join prompts p on p.id = c.prompt_id where c.id = ${id} and ${isPublished}`.execute(
      tx,
    )
    const title = rows[0]?.title ?? null
    return { promptId: null, title, hidden: { path: `/compare/${id}` }, restored: { path: `/compare/${id}` } }
  },
}

async function getShownComparisonOrThrow(tx: Tx, member: Member, id: string): Promise<ComparisonRow> {
  const row = await getVisibleComparisonOrThrow(tx, member, id)
  if (row.publishedAt === null && row.sharedAt === null) throw notFound(t('This comparison'))
  return row
}

/** Locks a comparison through its prompt, if it has one. */
async function lockComparison(tx: Tx, id: string, promptId: string | null): Promise<void> {
  if (promptId === null) await sql`select from comparisons where id = ${id} for no key update`.execute(tx)
  else await lockPrompts(tx, [promptId])
}
