import { t } from '#lib/texts.ts'
/** How many characters a passkey's name may have, and how many passkeys a user may have. */
export const passkeyLimits = { nameMax: 60, passkeysMax: 20 } as const

/** How long a challenge is valid, in ms. */
export const challengeMs = 5 * 60_000

/** The error messages about a new passkey's name. */
export const passkeyMessages = {
  get nameMissing() {
    return t('Give the passkey a name')
  },
  get nameLong() {
    return t('The name must be at most {nameMax} characters', { nameMax: passkeyLimits.nameMax })
  },
} as const
