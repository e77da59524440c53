import type { Caller } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Accounts } from './account-hooks.ts'
import { endSession } from './end-session.ts'
import { lockUser } from './lock-user.ts'
import { startSession } from './start-session.ts'

/** How a user proved their identity, as the audit log records it. */
export type Proof = 'password' | 'authenticator' | 'recovery-code' | 'passkey' | 'github' | 'google' | 'oidc'

/** The proofs that suffice if a second factor is on. */
const strongProofs: ReadonlySet<Proof> = new Set(['authenticator', 'recovery-code', 'passkey'])

/** Who signed in, and the token of the new session, which only the browser stores. */
export type LoginResult = { userId: string; token: string }

/**
 * Completes a login: ends the browser's previous session and starts a new one. Before that, `prove` runs in the same
 * transaction, with the user locked, and throws if the proof is no longer valid, for example after a reset. Throws
 * AppError forbidden (banned or deleted), invalid_credentials (the second factor was switched on meanwhile), and what
 * `prove` throws.
 */
export async function completeLogin(
  accounts: Accounts,
  caller: Caller,
  userId: string,
  prove: (tx: Tx) => Promise<Proof>,
): Promise<LoginResult> {
  // The key is read before the transaction. Inside it, reading would wait for a second connection while holding the
  // first.
  const key = await accounts.sessionKey()
  return inTransaction(accounts.db, async (tx) => {
    const person = await lockUser(tx, userId)
    const proof = await prove(tx)
    if (!person || person.banned) throw bannedError()
    if (person.twoFactorEnabled && !strongProofs.has(proof))
      throw new AppError('invalid_credentials', 'Two-step sign-in has just been switched on. Sign in again.')
    if (caller.kind === 'user') await endSession(tx, caller.id, caller.sessionId)
    await recordAuditEntry(
      tx,
      { kind: 'user', id: userId, address: caller.address },
      {
        action: 'account.login',
        target: { kind: 'user', id: userId },
        details: { by: proof },
      },
    )
    return { userId, token: await startSession(tx, { userId, device: caller, key, now: accounts.now() }) }
  })
}

/** Returns the error for a login to a banned or deleted account. */
export function bannedError(): AppError {
  return new AppError('forbidden', 'This account is banned. Contact us if you think this is a mistake.')
}

/**
 * Records a failed login, but not what was typed. Failed logins with unknown names are recorded too, so the response
 * takes equally long.
 */
export function recordFailedLogin({ db }: Accounts, caller: Caller, userId?: string): Promise<void> {
  const target = userId === undefined ? undefined : { kind: 'user' as const, id: userId }
  return inTransaction(db, (tx) => recordAuditEntry(tx, caller, { action: 'account.login-failed', target }))
}
