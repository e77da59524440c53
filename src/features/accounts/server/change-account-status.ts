import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Actor, Role } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { endCredentials } from './account-credentials.ts'
import type { AccountHooks } from './account-hooks.ts'

/** Changes a user's role. The caller checks permissions. Throws AppError not_found. */
export async function changeRole(tx: Tx, actor: Actor, userId: string, role: Role): Promise<void> {
  await updateUser(tx, userId, { role })
  await recordAuditEntry(tx, actor, { action: 'account.role', target: { kind: 'user', id: userId }, details: { role } })
}

/**
 * Bans a user and ends the credentials that a ban ends, or lifts the ban. Removes their page from the cache, because it shows no bio or
 * link during a ban. The caller checks permissions. Throws AppError not_found.
 */
export async function setBanned(
  tx: Tx,
  { credentials }: Pick<AccountHooks, 'credentials'>,
  actor: Actor,
  { userId, banned }: { userId: string; banned: boolean },
): Promise<void> {
  await updateUser(tx, userId, { banned })
  if (banned) await endCredentials(tx, credentials, userId, { kind: 'ban' })
  const { rows } = await sql<{ key: string }>`
    select 'user:' || lower(username::text) as key from users where id = ${userId}`.execute(tx)
  await recordContentChange(
    tx,
    rows.map(({ key }) => key),
  )
  const action = banned ? 'account.ban' : 'account.unban'
  await recordAuditEntry(tx, actor, { action, target: { kind: 'user', id: userId } })
}

async function updateUser(tx: Tx, userId: string, change: { role: Role } | { banned: boolean }) {
  const { numUpdatedRows } = await tx.updateTable('users').set(change).where('id', '=', userId).executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound(t('This person'))
}
