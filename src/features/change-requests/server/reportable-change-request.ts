import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { msg, t } from '#lib/texts.ts'
import { notFound } from '#platform/errors.ts'
import type { CaseSubject } from '#platform/reportable.ts'
import type { ReportedChangeRequest } from '../contract.ts'
import { isVisibleTo } from './change-request-visibility.ts'
import { lockProposerAndAuthor, lockRequestOrThrow } from './lock-change-request.ts'
import { removeChangeRequest, restoreChangeRequest } from './moderate-change-request.ts'

/** Suggested edits. Their author is the proposer. Moderators see cases about edits of published prompts. */
export const reportableChangeRequest: CaseSubject<ReportedChangeRequest> = {
  ownHint: msg('This suggested edit is your own. You can withdraw it.'),
  async find(tx, member, id) {
    const { userId, isRemoved } = await lockRequestOrThrow(tx, member, id)
    if (isRemoved) throw notFound(t('This suggested edit'))
    return { id, authorId: userId }
  },
  reported: (textMax) => sql`
    select jsonb_build_object(
        'id', cr.id, 'user', jsonb_build_object('username', proposer.display_username), 'title', cr.title,
        'description', cr.description, 'content', left(cr.content, ${textMax}), 'base', left(v.content, ${textMax}),
        'reason', cr.reason, 'removedReason', cr.removed_reason) as part,
      cr.user_id as author_id, cr.removed_reason is null as is_shown, cr.revised_at <= rc.decided_at as is_unchanged
    from change_requests cr join users proposer on proposer.id = cr.user_id
    left join prompt_versions v on v.prompt_id = cr.prompt_id and v.version = cr.base_version and v.shown
    where cr.id = rc.change_request_id`,
  visibleTo: (moderator) => sql`
    select from change_requests cr join prompts p on p.id = cr.prompt_id
    where cr.id = rc.change_request_id and ${isVisibleTo(moderator)}`,
  async lock(tx, id) {
    await lockProposerAndAuthor(tx, id)
    await sql`select from change_requests where id = ${id} for no key update`.execute(tx)
  },
  hide: (tx, _, { id, reason }) => removeChangeRequest(tx, id, reason),
  restore: (tx, _, { id }) => restoreChangeRequest(tx, id),
  async describe(tx, id) {
    const { rows } = await sql<{ promptId: string; title: string | null }>`
      select cr.prompt_id, case when ${isPublished} then p.title end as title
      from change_requests cr join prompts p on p.id = cr.prompt_id where cr.id = ${id}`.execute(tx)
    if (!rows[0]) throw new Error(`Suggested edit ${id} doesn't exist, although it has just been changed.`)
    const { promptId, title } = rows[0]
    const place = { path: `/suggested-edit/${id}` }
    return { promptId, title, hidden: place, restored: place }
  },
}
