import type { Caller } from '#server/platform/actor.ts'
import { recordAuditEntry } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db.ts'
import type { Accounts } from './account-hooks.ts'
import { endSessions } from './end-session.ts'
import { deleteLinks } from './one-time-links.ts'
import { sendPasswordChangedEmail } from './send-account-email.ts'
import { getPersonOrThrow } from './user-queries.ts'

/**
 * `currentSessionId` is the id of the session in which the password is changed. It is unset if a link resets the
 * password. `removedMethods` says which sign-in methods and API tokens were removed too; the email lists them.
 */
type NewPassword = { userId: string; hash: string; currentSessionId?: string; removedMethods?: string[] }

/**
 * Stores a new password. Ends all sessions except `currentSessionId`, deletes unused reset links and login tickets,
 * emails the owner and writes to the audit log.
 */
export async function storePassword(accounts: Accounts, tx: Tx, caller: Caller, password: NewPassword): Promise<void> {
  const { userId, hash, currentSessionId, removedMethods = [] } = password
  const changedAt = accounts.now()
  await tx
    .insertInto('passwords')
    .values({ userId, hash, changedAt })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash, changedAt }))
    .execute()
  await endSessions(tx, userId, currentSessionId)
  await deleteLinks(tx, userId, 'reset-password')
  await deleteLinks(tx, userId, 'second-factor')
  await sendPasswordChangedEmail(accounts, tx, await getPersonOrThrow(tx, userId), removedMethods)
  const action = currentSessionId ? 'account.password-change' : 'account.password-reset'
  await recordAuditEntry(tx, caller, {
    action,
    target: { kind: 'user', id: userId },
    details: { removedMethods: removedMethods.length },
  })
}
