import type { LimitRule } from '#server/platform/limits.ts'

const hour = 3600

/** Wrong passwords for one account, by its name or email address, from one network. */
export const loginsPerAccount: LimitRule = { name: 'login-account', points: 5, seconds: 15 * 60 }
/** Wrong passwords from one network, for any name. */
export const loginsPerNetwork: LimitRule = { name: 'login-network', points: 30, seconds: hour }
/** New accounts from one network. */
export const registrationsPerNetwork: LimitRule = { name: 'register', points: 5, seconds: hour }
/**
 * Attempts to register from one network: for each the server hashes a password, and the response may reveal whether an
 * address has an account.
 */
export const registrationTriesPerNetwork: LimitRule = { name: 'register-tries', points: 60, seconds: hour }
/** Emails to one address. */
export const emailsPerAddress: LimitRule = { name: 'account-email', points: 3, seconds: hour }
/** Emails requested from one network. */
export const emailsPerNetwork: LimitRule = { name: 'account-email-network', points: 20, seconds: hour }
/** Exports: each reads all data of a user. */
export const exportsPerUser: LimitRule = { name: 'export', points: 10, seconds: hour }
/** Wrong passwords of a signed-in user. */
export const confirmationsPerUser: LimitRule = { name: 'confirm', points: 5, seconds: 15 * 60 }
