import type { Retention } from '#platform/work/retention.ts'

/** Used solutions, which are refused by their age once they have expired. */
export const captchaRetention: Retention = { table: 'captchaSolutions', column: 'expiresAt', keep: 0 }
