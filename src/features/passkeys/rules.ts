/** Lengths in characters, and how many passkeys one may have. */
export const passkeyLimits = { nameMax: 60, most: 20 } as const

/** A challenge has to be answered within so many ms. */
export const challengeMs = 5 * 60_000

/** What a form says beside a field. */
export const passkeyMessages = {
  nameMissing: 'Give it a name',
  nameLong: 'The name must be at most 60 characters',
} as const
