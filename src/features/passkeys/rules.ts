/** How many characters a passkey's name may have, and how many passkeys a user may have. */
export const passkeyLimits = { nameMax: 60, passkeysMax: 20 } as const

/** How long a challenge is valid, in ms. */
export const challengeMs = 5 * 60_000

/** The error messages about a new passkey's name. */
export const passkeyMessages = {
  nameMissing: 'Give the passkey a name',
  nameLong: `The name must be at most ${passkeyLimits.nameMax} characters`,
} as const
