import { type Actor, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { everything, recordContentChange } from '#platform/content-changes.ts'
import { type Db, inTransaction } from '#platform/db.ts'

/** Clears the page cache of every process. Throws AppError authentication_required, forbidden. */
export async function clearCache(db: Db, actor: Actor): Promise<void> {
  const member = requireRole(actor, 'admin')
  await inTransaction(db, async (tx) => {
    await recordContentChange(tx, [everything])
    await recordAuditEntry(tx, member, { action: 'cache.clear' })
  })
}
