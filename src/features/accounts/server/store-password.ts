import type { Caller } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db.ts'
import type { Accounts } from './account-hooks.ts'
import { endSessions } from './end-session.ts'
import { dropLinks } from './one-time-links.ts'
import { sendChangedLetter } from './send-letter.ts'
import { getPersonOrThrow } from './user-queries.ts'

/** `ended`: ways in that ended with it, as the letter names them. */
type NewPassword = { userId: string; hash: string; keepSession?: string; ended?: string[] }

/** Puts a new password in place: other sessions and links end, the owner is told, the log knows. */
export async function storePassword(accounts: Accounts, tx: Tx, caller: Caller, password: NewPassword): Promise<void> {
  const { userId, hash, keepSession, ended = [] } = password
  const changedAt = accounts.now()
  await tx
    .insertInto('passwords')
    .values({ userId, hash, changedAt })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash, changedAt }))
    .execute()
  await endSessions(tx, userId, keepSession)
  await dropLinks(tx, userId, 'reset-password')
  await dropLinks(tx, userId, 'second-factor')
  await sendChangedLetter(accounts, tx, await getPersonOrThrow(tx, userId), ended)
  const action = keepSession ? 'account.password-change' : 'account.password-reset'
  await recordAct(tx, caller, { action, target: { kind: 'user', id: userId }, details: { endedWays: ended.length } })
}
