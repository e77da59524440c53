import type { Member } from '#platform/actor.ts'
import type { Accounts } from './account-hooks.ts'
import { exportsPerUser } from './account-limits.ts'
import { listOwnAuditEntries } from './audit-queries.ts'
import { listSessions } from './session-queries.ts'
import { getOwnUser } from './user-queries.ts'

/**
 * Returns everything that the site stores about a member: account, sessions and audit log entries (`acts`), then each
 * feature's part under its name. Long parts are read only while they are sent. Throws AppError rate_limited.
 */
export async function exportAccount({ db, limits, now, hooks }: Accounts, member: Member) {
  await limits.take(exportsPerUser, member.id)
  const parts: Record<string, unknown> = {}
  for (const [name, read] of Object.entries(hooks.exportParts)) parts[name] = await read(db, member.id)
  return {
    exportedAt: now().toISOString(),
    account: await getOwnUser(db, member.id, { creditsOf: hooks.creditsOf, address: member.address }),
    sessions: await listSessions(db, member, now()),
    acts: await listOwnAuditEntries(db, member.id),
    ...parts,
  }
}
