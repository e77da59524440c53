import type { Retention } from '#platform/work/retention.ts'
import { listedAfterEndMs } from '../rules.ts'

export const invitationRetention: Retention = {
  table: 'invitations',
  column: 'expiresAt',
  keep: listedAfterEndMs / 86_400_000,
}
