import type { Caller } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import { inTransaction, type Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Accounts } from './account-hooks.ts'
import { endSession } from './end-session.ts'
import { holdPerson } from './hold-person.ts'
import { startSession } from './start-session.ts'

/** By what somebody showed who they are, as the audit log has it. */
export type Proof = 'password' | 'authenticator' | 'recovery-code' | 'passkey' | 'github' | 'google'

/** Who is let in, with the token of the new session, which only the browser keeps. */
export type LetIn = { userId: string; token: string }

/**
 * Signs somebody in: the session that the browser had ends, a new one starts. `prove` runs first in the same
 * transaction, while the person is held, and throws where the proof doesn't hold any more: a reset may have come between.
 * AppError forbidden (banned), and what `prove` throws.
 */
export async function letIn(
  accounts: Accounts,
  caller: Caller,
  userId: string,
  prove: (tx: Tx) => Promise<Proof>,
): Promise<LetIn> {
  // Not inside: a transaction that waits for a second connection can wait for itself.
  const key = await accounts.sessionKey()
  return inTransaction(accounts.db, async (tx) => {
    const person = await holdPerson(tx, userId)
    const by = await prove(tx)
    if (!person || person.banned) throw bannedError()
    if (caller.kind === 'user') await endSession(tx, caller.id, caller.sessionId)
    await recordAct(tx, caller, { action: 'account.login', target: { kind: 'user', id: userId }, details: { by } })
    return { userId, token: await startSession(tx, { userId, device: caller, key, now: accounts.now() }) }
  })
}

/** What somebody is told who may not come in. */
export function bannedError(): AppError {
  return new AppError('forbidden', 'This account is banned. Write to the site if you think it is a mistake.')
}

/** Writes down a sign-in that failed; without a person too, so that both take as long. What was typed isn't kept. */
export function recordFailure({ db }: Accounts, caller: Caller, userId?: string): Promise<void> {
  const target = userId === undefined ? undefined : { kind: 'user', id: userId }
  return inTransaction(db, (tx) => recordAct(tx, caller, { action: 'account.login-failed', target }))
}
