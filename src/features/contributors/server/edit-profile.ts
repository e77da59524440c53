import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import type { Member } from '#platform/actor.ts'
import type { Platform } from '#platform/api.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import type { LimitRule } from '#platform/limits.ts'
import type { OwnProfile, ProfileEdit } from '../contract.ts'
import { findPinnable, readProfile } from './profile-queries.ts'

const editsPerMember: LimitRule = { name: 'profile', points: 30, seconds: 3600 }

/**
 * Changes the given parts of a member's profile, or deletes the member's row if all are empty. A profile that a moderator
 * removed stays removed. Throws AppError authentication_required, validation_failed (a prompt that the member may not
 * pin) or rate_limited.
 */
export async function editProfile(
  { db, limits, now }: Pick<Platform, 'db' | 'limits' | 'now'>,
  member: Member,
  edit: ProfileEdit,
): Promise<OwnProfile> {
  await limits.take(editsPerMember, member.id)
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const before = await readProfile(tx, member.id)
    const pins = edit.pins ? await findPinnable(tx, member.id, edit.pins) : before.pins
    const { bio = before.bio, links = before.links } = edit
    if (bio === '' && links.length === 0 && pins.length === 0 && before.removedReason === null)
      await tx.deleteFrom('profiles').where('userId', '=', member.id).execute()
    else {
      const profile = { bio, links, pins, updatedAt: now() }
      await tx
        .insertInto('profiles')
        .values({ userId: member.id, ...profile })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(profile))
        .execute()
    }
    await recordProfileChange(tx, member.id)
    return readProfile(tx, member.id)
  })
}

/**
 * Deletes a member's profile on behalf of a moderator. Does nothing if there is none. The caller checks permissions.
 */
export async function clearProfile(tx: Tx, moderator: Member, userId: string): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('profiles').where('userId', '=', userId).executeTakeFirst()
  if (numDeletedRows === 0n) return
  await recordProfileChange(tx, userId)
  await recordAuditEntry(tx, moderator, { action: 'account.clear-profile', target: { kind: 'user', id: userId } })
}

/** Records that a user's page has changed, so that every process drops its cached copy. */
export async function recordProfileChange(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select 'user:' || lower(username::text) as key from users where id = ${userId}`.execute(tx)
  await recordContentChange(
    tx,
    rows.map(({ key }) => key),
  )
}
