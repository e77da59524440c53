import type { Tx } from '#platform/database/db.ts'

/**
 * Which sign-in methods a reset removes: those added before `before`, or all if `before` is null. `byEmail` is true if
 * the link was emailed, which proves the address. Otherwise the operator handed over the link, and the second factor
 * stays on.
 */
export type ResetScope = { before: Date | null; byEmail: boolean; now: Date }

/**
 * What may end credentials: a link resets the password (`reset`), the member changes it in a session (`change`), or the
 * user is banned (`ban`). Deleting the account deletes all credentials by foreign keys.
 */
export type EndingEvent = { kind: 'reset'; scope: ResetScope } | { kind: 'change'; sessionId: string } | { kind: 'ban' }

type EventOf<Kind extends EndingEvent['kind']> = Extract<EndingEvent, { kind: Kind }>

/** Ends credentials of a user. Returns what was ended in words for an email, if the user should know. */
type End<Kind extends EndingEvent['kind']> = (tx: Tx, userId: string, event: EventOf<Kind>) => Promise<string[]>

/**
 * A kind of credential: something that lets somebody sign in as a user, act for them, or read what only they may read.
 * The composition root lists all of them (src/server/credentials.ts).
 */
export type Credential = {
  /** What the settings page and docs/security.md call it. */
  name: string
  feature: string
  /** The columns with its secret or the hash of its secret, as `table.column`. */
  secrets: readonly string[]
  /** What happens at each event: a function that ends the credentials, or the reason why they stay. */
  at: { [Kind in EndingEvent['kind']]: End<Kind> | string }
  /** The part of the personal export that lists them, or the reason why there is none. */
  exported: { part: string } | string
  /** The file of the settings page's section where the member ends them, or the reason why there is none. */
  settings: { file: string } | string
}

/** Ends what an event ends. Returns what was ended, in words for an email. */
export async function endCredentials(
  tx: Tx,
  credentials: readonly Credential[],
  userId: string,
  event: EndingEvent,
): Promise<string[]> {
  const ended: string[] = []
  for (const { at } of credentials) {
    const end = at[event.kind] as End<EndingEvent['kind']> | string
    if (typeof end !== 'string') ended.push(...(await end(tx, userId, event)))
  }
  return ended
}
