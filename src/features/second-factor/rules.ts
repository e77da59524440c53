/** A code of an authenticator: so many digits, another one every so many seconds (RFC 6238). */
export const codeDigits = 6
export const stepSeconds = 30
/** Clocks differ: a code counts for so many steps before and after its own. */
export const stepsOff = 1

/** So many recovery codes are there at a time. */
export const recoveryCodesMany = 10

/** Between the password and the code may lie so many ms. */
export const ticketMs = 10 * 60_000

/** What a form says beside a field. */
export const factorMessages = {
  codeMissing: 'Enter the code',
  codeWrong: 'This code is wrong or was used before. Wait for the next one.',
  recoveryWrong: 'This recovery code is wrong or was used before. Try another.',
  codeLost: 'This site can no longer read your authenticator. Enter a recovery code, then set it up anew.',
} as const
