import type { Generated } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    /** Downloads of the last two days. `visitor`: the same hash as in `promptCopies`. */
    skillDownloads: { promptId: string; version: number; visitor: Buffer; downloadedAt: Date }
    /** How often each version was downloaded as a skill. */
    skillDownloadCounts: { promptId: string; version: number; downloads: Generated<number> }
    /** The secret paths below which programs read skills as a member. */
    skillAddresses: { userId: string; tokenHash: Buffer; createdAt: Date }
  }
}
