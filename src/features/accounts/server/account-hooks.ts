import type { Platform } from '#server/platform/api.ts'
import type { Db, Tx } from '#server/platform/db.ts'
import type { SessionKey } from './session-key.ts'

/** What becomes of one's prompts: they stay under "deleted-user", or go too. */
export type PromptsFate = { prompts: 'keep' | 'delete' }

/**
 * Which ways in end with a reset: those from before `before` (null: all). `byLetter`: the reset proved the address; else
 * the operator handed the link over, who decides on a second factor separately.
 */
export type ResetFate = { before: Date | null; byLetter: boolean; now: Date }

/** What higher features do for an account. The composition root fills them (src/server/hooks.ts). */
export type AccountHooks = {
  /** Run in the transaction that makes the account: what they write is there with the account or not at all. */
  onRegistered: ((tx: Tx, userId: string) => Promise<void>)[]
  /** Run in the transaction that deletes the account, before its row goes: nothing may point at it afterwards. */
  onAccountDeleted: ((tx: Tx, userId: string, fate: PromptsFate) => Promise<void>)[]
  /** Run in the transaction of a reset: each takes away what it has of `fate`, and says so for the owner's letter. */
  onReset: ((tx: Tx, userId: string, fate: ResetFate) => Promise<string[]>)[]
  /** Runs once somebody showed who they are, before a session starts: throws second_factor_required where more is asked. */
  askFurther: (accounts: Accounts, userId: string) => Promise<void>
  /** What each feature knows of a person, by the name that it has in the export: whole, or by and by where it may be long. */
  exportParts: Record<string, (db: Db, userId: string) => Promise<unknown> | AsyncIterable<unknown>>
  /** The credits that a person may spend. `address`: where the request comes from; first grants are counted by it. */
  creditsOf: (db: Db, userId: string, address: string) => Promise<number>
}

/**
 * What the verbs of this feature work with. `origin`: the site's address as browsers see it; `publicOrigin`: the one that
 * the operator set. `adminsNeedSecondFactor`: ADMIN_SECOND_FACTOR is required. `sendsLetters`: letters reach people
 * (SMTP_URL), so that an address can be confirmed.
 */
export type Accounts = Platform & {
  hooks: AccountHooks
  sessionKey: SessionKey
  siteName: string
  origin: () => string
  publicOrigin?: string
  adminsNeedSecondFactor?: boolean
  sendsLetters?: boolean
}
