import { t } from '#lib/texts.ts'
/** How many digits an authenticator's code has, and how long its time step lasts, in s (RFC 6238). */
export const codeDigits = 6
export const stepSeconds = 30
/** Clocks differ, so a code is also valid for this many steps before and after its own step. */
export const stepTolerance = 1

/** How many recovery codes a user gets. */
export const recoveryCodeCount = 10

/** How long after the password the code may be sent, in ms. */
export const ticketMs = 10 * 60_000

/** The error messages for a code that is missing or can't be accepted. */
export const factorMessages = {
  get codeMissing() {
    return t('Enter the code')
  },
  get codeWrong() {
    return t('This code is wrong or was used before. Wait for the next one.')
  },
  get recoveryWrong() {
    return t('This recovery code is wrong or was used before. Try another.')
  },
  get secretUnreadable() {
    return t('This site can no longer read your authenticator. Enter a recovery code, then set it up again.')
  },
} as const
