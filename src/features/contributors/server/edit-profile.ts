import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import type { Member } from '#platform/actor.ts'
import type { Platform } from '#platform/api.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { recordContentChange } from '#platform/content-changes.ts'
import { inTransaction, type Tx } from '#platform/db.ts'
import type { LimitRule } from '#platform/limits.ts'
import type { Profile } from '../contract.ts'
import { readProfile } from './profile-queries.ts'

const editsPerMember: LimitRule = { name: 'profile', points: 30, seconds: 3600 }

/**
 * Stores a member's bio and link, or deletes the member's row if both are empty. Throws AppError
 * authentication_required or rate_limited.
 */
export async function editProfile(
  { db, limits, now }: Pick<Platform, 'db' | 'limits' | 'now'>,
  member: Member,
  { bio, link }: Profile,
): Promise<Profile> {
  await limits.take(editsPerMember, member.id)
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    if (bio === '' && link === null) await tx.deleteFrom('profiles').where('userId', '=', member.id).execute()
    else {
      const profile = { bio, link, updatedAt: now() }
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
 * Removes a member's bio and link on behalf of a moderator. Does nothing if there are none. The caller checks
 * permissions.
 */
export async function clearProfile(tx: Tx, moderator: Member, userId: string): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('profiles').where('userId', '=', userId).executeTakeFirst()
  if (numDeletedRows === 0n) return
  await recordProfileChange(tx, userId)
  await recordAuditEntry(tx, moderator, { action: 'account.clear-profile', target: { kind: 'user', id: userId } })
}

/** Records that a user's page has changed, so that every process drops its cached copy. */
async function recordProfileChange(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select 'user:' || lower(username::text) as key from users where id = ${userId}`.execute(tx)
  await recordContentChange(
    tx,
    rows.map(({ key }) => key),
  )
}
