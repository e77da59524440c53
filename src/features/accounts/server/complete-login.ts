import { t } from '#lib/texts.ts'
import type { Caller } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Accounts, Proof, Prove } from './account-hooks.ts'
import { lockUser } from './lock-user.ts'
import { endSession } from './sessions/end-session.ts'
import { startSession } from './sessions/start-session.ts'

/** The proofs that suffice if a second factor is on. */
const strongProofs: ReadonlySet<Proof> = new Set(['authenticator', 'recovery-code', 'passkey'])

/** Who signed in, and the token of the new session, which only the browser stores. */
export type LoginResult = { userId: string; token: string }

/** Locks the user who signs in, and runs `prove`. Throws AppError forbidden (banned or deleted), and what it throws. */
export async function lockProvenUser(tx: Tx, userId: string, prove: Prove) {
  const person = await lockUser(tx, userId)
  const proof = await prove(tx)
  if (!person || person.banned) throw bannedError()
  return { ...person, proof }
}

/**
 * Completes a login: ends the browser's previous session and starts a new one. Before that, `prove` runs in the same
 * transaction. Throws AppError forbidden (banned or deleted), invalid_credentials (the second factor was switched on meanwhile), and what
 * `prove` throws.
 */
export async function completeLogin(
  accounts: Accounts,
  caller: Caller,
  userId: string,
  prove: Prove,
): Promise<LoginResult> {
  // The key is read before the transaction. Inside it, reading would wait for a second connection while holding the
  // first.
  const key = await accounts.sessionKey()
  return inTransaction(accounts.db, async (tx) => {
    const { proof, twoFactorEnabled } = await lockProvenUser(tx, userId, prove)
    if (twoFactorEnabled && !strongProofs.has(proof))
      throw new AppError('invalid_credentials', t('Two-step sign-in has just been switched on. Sign in again.'))
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
  return new AppError('forbidden', t('This account is banned. Contact us if you think this is a mistake.'))
}

/**
 * Records a failed login, but not what was typed. Failed logins with unknown names are recorded too, so the response
 * takes equally long.
 */
export function recordFailedLogin({ db }: Accounts, caller: Caller, userId?: string): Promise<void> {
  const target = userId === undefined ? undefined : { kind: 'user' as const, id: userId }
  return inTransaction(db, (tx) => recordAuditEntry(tx, caller, { action: 'account.login-failed', target }))
}
