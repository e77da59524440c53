import { t } from '#lib/texts.ts'
/** The limits on usernames, email addresses and passwords, in characters. */
export const accountLimits = {
  usernameMin: 3,
  usernameMax: 30,
  emailMax: 254,
  passwordMin: 6,
  passwordMax: 128,
} as const

/** A username has only letters, digits, `_` and `-`, so it can't look like an email address. */
export const usernamePattern = /^[A-Za-z0-9_-]+$/

/** The error messages of form fields. */
export const accountMessages = {
  get usernameShort() {
    return t('Username must be at least {usernameMin} characters', { usernameMin: accountLimits.usernameMin })
  },
  get usernameLong() {
    return t('Username must be at most {usernameMax} characters', { usernameMax: accountLimits.usernameMax })
  },
  get usernameLetters() {
    return t('Use only letters, digits, _ and -.')
  },
  get usernameReserved() {
    return t('This username is reserved. Choose another.')
  },
  get email() {
    return t('Please enter a valid email address')
  },
  get passwordShort() {
    return t('Password must be at least {passwordMin} characters', { passwordMin: accountLimits.passwordMin })
  },
  get passwordLong() {
    return t('Password must be at most {passwordMax} characters', { passwordMax: accountLimits.passwordMax })
  },
  get passwordLeaked() {
    return t('This password is too common. Choose another.')
  },
  get passwordIsName() {
    return t('The password must not be your username or email address. Choose another.')
  },
} as const

/** An unused session ends after this time, in ms. */
export const sessionIdleMs = 30 * 86_400_000
/** A session ends after this time even if it is used, in ms. */
export const sessionMaxMs = 90 * 86_400_000
/** The last use of a session is recorded no more often than once in this time, in ms. */
export const sessionRenewalMs = 3_600_000
/** How long a link for choosing a new password works, in ms. */
export const resetLinkMs = 30 * 60_000
/** How long a link that confirms an email address works, in ms. */
export const verifyLinkMs = 24 * 3_600_000
/** How many sessions a user may have. A login beyond that ends the least recently used one. */
export const maxSessions = 50

/** For this long after a login, in ms, sensitive actions (such as a ban) don't ask for the password again. */
export const recentLoginMs = 12 * 60 * 60_000

/** How many other reads may come with GET /api/user. */
export const companionsMax = 20
