/** Lengths in characters. Owner of every limit on a name or password. */
export const accountLimits = {
  usernameMin: 3,
  usernameMax: 30,
  emailMax: 254,
  passwordMin: 6,
  passwordMax: 128,
} as const

/** Letters, digits, `_` and `-`: no name can look like an e-mail address. */
export const usernamePattern = /^[A-Za-z0-9_-]+$/

/** What a form says beside a field. */
export const accountMessages = {
  usernameShort: 'Username must be at least 3 characters',
  usernameLong: 'Username must be at most 30 characters',
  usernameLetters: 'Username may have letters, digits, _ and - only',
  usernameReserved: 'This username is reserved. Choose another.',
  email: 'Please enter a valid email address',
  passwordShort: 'Password must be at least 6 characters',
  passwordLong: 'Password must be at most 128 characters',
  passwordLeaked: 'This password is among the best known ones. Choose another.',
  passwordIsName: 'The password must not be your username or email address. Choose another.',
} as const

/** A session that nobody uses ends after this, in ms. */
export const sessionIdleMs = 30 * 86_400_000
/** A session ends after this however much it is used, in ms. */
export const sessionLongestMs = 90 * 86_400_000
/** The use of a session is written down at most this often, in ms. */
export const sessionRenewMs = 3_600_000
/** A link that chooses a new password works for so many ms. */
export const resetLinkMs = 30 * 60_000
/** A link that confirms an e-mail address works for so many ms. */
export const verifyLinkMs = 24 * 3_600_000
/** A person may have so many sessions; the ones that were used longest ago end first. */
export const sessionsMost = 50

/** So long after signing in one's word counts for acts on other people; then the password is asked for again. In ms. */
export const trustedSessionMs = 12 * 60 * 60_000
