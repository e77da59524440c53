import type { LimitRule } from '#server/platform/limits.ts'

const hour = 3600

/** Wrong passwords for one account, by its name or its address, from one network. */
export const loginOfAccount: LimitRule = { name: 'login-account', points: 5, seconds: 15 * 60 }
/** Wrong passwords from one network, whatever the name. */
export const loginOfNetwork: LimitRule = { name: 'login-network', points: 30, seconds: hour }
/** Accounts made from one network. */
export const registerOfNetwork: LimitRule = { name: 'register', points: 5, seconds: hour }
/** Registrations tried from one network: each costs a hash and may tell whether an address has an account. */
export const registerTries: LimitRule = { name: 'register-tries', points: 60, seconds: hour }
/** Letters to one address. */
export const letterOfAddress: LimitRule = { name: 'letter', points: 3, seconds: hour }
/** Letters asked for from one network. */
export const letterOfNetwork: LimitRule = { name: 'letter-network', points: 20, seconds: hour }
/** Exports: each reads all that a person has. */
export const exportOfUser: LimitRule = { name: 'export', points: 10, seconds: hour }
/** Wrong passwords of somebody who is signed in. */
export const confirmOfUser: LimitRule = { name: 'confirm', points: 5, seconds: 15 * 60 }
