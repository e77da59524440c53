import type { LimitRule } from '#platform/limits.ts'

// Each rule allows `points` of what it counts within `seconds`.

const hour = 3600

/** How many wrong passwords one network may enter for one account (by its name or email address). */
export const loginsPerAccount: LimitRule = { name: 'login-account', points: 5, seconds: 15 * 60 }
/** How many wrong passwords, and responses of passkeys that aren't valid, one network may send for any accounts. */
export const loginsPerNetwork: LimitRule = { name: 'login-network', points: 30, seconds: hour }
/** How many accounts one network may create. `countsPerNetwork` says which ones count. */
export const registrationsPerNetwork: LimitRule = { name: 'register', points: 5, seconds: hour }
/**
 * How often one network may try to register. The server hashes a password for each try, and the response may reveal
 * whether an address has an account. Registrations with a valid invitation don't count.
 */
export const registrationTriesPerNetwork: LimitRule = { name: 'register-tries', points: 60, seconds: hour }
/** How many reset links and new confirmation links may be requested for one address. */
export const emailsPerAddress: LimitRule = { name: 'account-email', points: 3, seconds: hour }
/** How many reset links one network may request. */
export const emailsPerNetwork: LimitRule = { name: 'account-email-network', points: 20, seconds: hour }
/** How often a user may export their data. Each export reads all of it. */
export const exportsPerUser: LimitRule = { name: 'export', points: 10, seconds: hour }
/** How many wrong passwords a signed-in user may enter when an action asks for the password again. */
export const confirmationsPerUser: LimitRule = { name: 'confirm', points: 5, seconds: 15 * 60 }
