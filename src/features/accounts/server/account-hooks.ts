import type { Platform } from '#server/platform/api.ts'
import type { Db, Tx } from '#server/platform/db.ts'
import type { RegistrationMode } from '../registration-rules.ts'
import type { SessionKey } from './session-key.ts'

/** Whether the prompts of a deleted account stay under "deleted-user" or are deleted too. */
export type PromptsChoice = { prompts: 'keep' | 'delete' }

/**
 * Which sign-in methods a reset ends: those added before `before`, or all if it is null. `byEmail`: the link was
 * emailed, so the reset proves the address. Otherwise the operator handed over the link, and decides about a second
 * factor.
 */
export type ResetScope = { before: Date | null; byEmail: boolean; now: Date }

/** What other features do for an account. The composition root fills these hooks (src/server/hooks.ts). */
export type AccountHooks = {
  /** Run in the transaction that creates the account, so that their rows exist if and only if the account does. */
  onRegistered: ((tx: Tx, userId: string) => Promise<void>)[]
  /**
   * Run in the transaction that deletes the account, before its row is deleted. Afterwards no row may refer to
   * the user, except by a foreign key with `on delete`.
   */
  onAccountDeleted: ((tx: Tx, userId: string, choice: PromptsChoice) => Promise<void>)[]
  /**
   * Run in the transaction of a reset. Each removes the sign-in methods in `scope` and returns their names for the
   * email.
   */
  onReset: ((tx: Tx, userId: string, scope: ResetScope) => Promise<string[]>)[]
  /** Runs in the transaction of a request for a link to choose a new password, if the site can't email it. */
  onResetWithoutEmail: (tx: Tx, userId: string, person: { username: string; email: string }, now: Date) => Promise<void>
  /**
   * Runs after the first proof of identity, before a session starts. Throws second_factor_required if a code is needed.
   */
  requireSecondFactor: (accounts: Accounts, userId: string) => Promise<void>
  /** What each feature stores about a user, by the feature's name in the export. Long parts are async iterables. */
  exportParts: Record<string, (db: Db, userId: string) => Promise<unknown> | AsyncIterable<unknown>>
  /**
   * Uses up one place of an invitation in the transaction that creates an account. Returns its id. Throws
   * validation_failed if it is used up, revoked, expired or unknown.
   */
  redeemInvitation: (tx: Tx, token: string, now: Date) => Promise<string>
  /** The credits that a user may spend. `address`: the request's IP address, whose network limits first grants. */
  creditsOf: (db: Db, userId: string, address: string) => Promise<number>
}

/**
 * The dependencies of this feature. `origin`: the site's address as browsers see it. `publicOrigin`: the address that
 * the operator set. `adminsNeedSecondFactor`: ADMIN_SECOND_FACTOR is `required`. `sendsEmail`: the site can send email
 * (SMTP_URL), so addresses can be confirmed. `registration`: who may create an account, and with which email domains
 * (any if the list is empty); everybody may if it is unset.
 */
export type Accounts = Platform & {
  hooks: AccountHooks
  sessionKey: SessionKey
  siteName: string
  origin: () => string
  publicOrigin?: string
  adminsNeedSecondFactor?: boolean
  sendsEmail?: boolean
  registration?: { mode: RegistrationMode; domains: readonly string[] }
}
