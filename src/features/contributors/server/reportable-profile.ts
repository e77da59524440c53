import { sql } from 'kysely'
import { msg, t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import type { Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { CaseSubject } from '#platform/reportable.ts'
import type { ReportedProfile } from '../contract.ts'
import { recordProfileChange } from './edit-profile.ts'

/** What members say on their pages. A report names the username. The member reads of a removal in the settings. */
export const reportableProfile: CaseSubject<ReportedProfile> = {
  ownHint: msg('This profile is your own. You can change it in the settings.'),
  async find(tx, _member, username) {
    const { rows } = await sql<{ id: string }>`
      select f.user_id as id from profiles f join users u on u.id = f.user_id
      where u.username = ${username}::citext and not u.banned and f.removed_reason is null for update of f`.execute(tx)
    if (!rows[0]) throw notFound(t('This profile'))
    return { id: rows[0].id, authorId: rows[0].id }
  },
  reported: () => sql`
    select jsonb_build_object('user', jsonb_build_object('username', owner.display_username),
        'bio', coalesce(f.bio, ''), 'links', to_jsonb(coalesce(f.links, '{}')), 'removedReason', f.removed_reason) as part,
      owner.id as author_id, f.user_id is not null and f.removed_reason is null and not owner.banned as is_shown,
      coalesce(f.updated_at <= rc.decided_at, true) as is_unchanged
    from users owner left join profiles f on f.user_id = owner.id where owner.id = rc.profile_id`,
  async lock(tx, id) {
    await sql`select from profiles where user_id = ${id} for update`.execute(tx)
  },
  hide: (tx, moderator, { id, reason }) => setRemovedReason(tx, moderator, id, reason),
  restore: (tx, moderator, { id }) => setRemovedReason(tx, moderator, id, null),
}

/** Removes or restores a profile. Returns false if it already is in this state, or if there is none. */
async function setRemovedReason(tx: Tx, moderator: Member, userId: string, reason: string | null): Promise<boolean> {
  const { rows } = await sql`
    update profiles set removed_reason = ${reason}
    where user_id = ${userId} and (removed_reason is null) = ${reason !== null} returning user_id`.execute(tx)
  if (rows.length === 0) return false
  await recordProfileChange(tx, userId)
  const action = reason === null ? 'account.restore-profile' : 'account.remove-profile'
  await recordAuditEntry(tx, moderator, { action, target: { kind: 'user', id: userId } })
  return true
}
