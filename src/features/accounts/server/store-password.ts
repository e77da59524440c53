import type { Caller } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import type { Tx } from '#platform/database/db.ts'
import { type EndingEvent, endCredentials } from './account-credentials.ts'
import type { Accounts } from './account-hooks.ts'
import { sendPasswordChangedEmail } from './send-account-email.ts'
import { getPersonOrThrow, inLanguageOf } from './user-queries.ts'

/** `event`: whether the member changes the password in a session, or resets it with a link. */
type NewPassword = { userId: string; hash: string; event: Exclude<EndingEvent, { kind: 'ban' }> }

/** Stores a new password. Ends the credentials that `event` ends, emails the owner and writes to the audit log. */
export async function storePassword(accounts: Accounts, tx: Tx, caller: Caller, password: NewPassword): Promise<void> {
  const { userId, hash, event } = password
  const changedAt = accounts.now()
  await tx
    .insertInto('passwords')
    .values({ userId, hash, changedAt })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash, changedAt }))
    .execute()
  const removedMethods = await inLanguageOf(tx, userId, async () => {
    const methods = await endCredentials(tx, accounts.hooks.credentials, userId, event)
    await sendPasswordChangedEmail(accounts, tx, await getPersonOrThrow(tx, userId), methods)
    return methods
  })
  const action = event.kind === 'change' ? 'account.password-change' : 'account.password-reset'
  await recordAuditEntry(tx, caller, {
    action,
    target: { kind: 'user', id: userId },
    details: { removedMethods: removedMethods.length },
  })
}
