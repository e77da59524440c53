import type { Platform } from '#platform/api.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { RegistrationMode } from '../registration-rules.ts'
import type { Credential } from './account-credentials.ts'
import type { SessionKey } from './sessions/session-key.ts'

/** What happens to the prompts of a deleted account: they stay under "deleted-user", or are deleted too. */
export type PromptsChoice = { prompts: 'keep' | 'delete' }

/** How a user proved their identity, as the audit log records it. */
export type Proof = 'password' | 'authenticator' | 'recovery-code' | 'passkey' | 'github' | 'google' | 'oidc'

/** Checks a proof of identity again, with the user locked. Throws if it is no longer valid, for example after a reset. */
export type Prove = (tx: Tx) => Promise<Proof>

/** What other features do for an account. The composition root fills these hooks (src/server/hooks.ts). */
export type AccountHooks = {
  /**
   * These hooks run in the transaction that creates the account, so their rows exist if and only if the account does.
   */
  onRegistered: ((tx: Tx, userId: string) => Promise<void>)[]
  /**
   * These hooks run in the transaction that deletes the account, before its row is deleted. After them, no row may
   * refer to the user except by a foreign key with `on delete`.
   */
  onAccountDeleted: ((tx: Tx, userId: string, choice: PromptsChoice) => Promise<void>)[]
  /** Everything that lets somebody sign in as a user, act for them, or read what only they may read. */
  credentials: readonly Credential[]
  /**
   * Runs if somebody asks for a link to choose a new password and the site can't email it, in the transaction of that
   * request.
   */
  onResetWithoutEmail: (tx: Tx, userId: string, person: { username: string; email: string }, now: Date) => Promise<void>
  /**
   * Runs after the first proof of identity, which `prove` checks again, and before a session starts. Throws AppError
   * second_factor_required if a code is needed.
   */
  requireSecondFactor: (accounts: Accounts, userId: string, prove: Prove) => Promise<void>
  /**
   * Functions that read what each feature stores about a user, by the feature's name in the export. Long parts are
   * async iterables.
   */
  exportParts: Record<string, (db: Db, userId: string) => Promise<unknown> | AsyncIterable<unknown>>
  /**
   * Uses up one place of an invitation in the transaction that creates an account. Returns the invitation's id. Throws
   * AppError validation_failed if the invitation is used up, revoked, expired or unknown.
   */
  redeemInvitation: (tx: Tx, token: string, now: Date) => Promise<string>
  /**
   * Returns how many credits a user may spend. `address` is the request's IP address: each day, only a few accounts per
   * network get their first credits.
   */
  creditsOf: (db: Db, userId: string, address: string) => Promise<number>
  /** Tells whether a user is in any group. */
  isInAnyGroup: (db: Db, userId: string) => Promise<boolean>
}

/** What this feature depends on. */
export type Accounts = Platform & {
  hooks: AccountHooks
  /** Returns the key with which session tokens are hashed. */
  sessionKey: SessionKey
  siteName: string
  /** The site's address as browsers see it. */
  origin: () => string
  /** The site's address as the operator set it (PUBLIC_URL). */
  publicOrigin?: string
  /** Whether admins must turn on a second factor (ADMIN_SECOND_FACTOR=required). */
  adminsNeedSecondFactor?: boolean
  /** Whether SMTP_URL is set, so that addresses can be confirmed. */
  sendsEmail?: boolean
  /** Who may register, and with which email domains (any if the list is empty). If it is unset, everybody may. */
  registration?: { mode: RegistrationMode; domains: readonly string[] }
}
