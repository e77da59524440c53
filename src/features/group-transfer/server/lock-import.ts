import { sql } from 'kysely'
import { lockActingAdmin } from '#features/accounts/server/lock-account-status.ts'
import { hasGroupRight } from '#features/groups/server/group-membership.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'

/** Makes imports into a group wait for each other, and checks that the admin still may import. */
export async function lockImport(tx: Tx, admin: Member, groupId: string): Promise<void> {
  await lockActingAdmin(tx, admin)
  await sql`select pg_advisory_xact_lock(hashtext(${`promptarium import ${groupId}`}))`.execute(tx)
  if (!(await hasGroupRight(tx, admin.id, groupId, 'approve'))) throw notApprover()
}

/** The error for an admin who isn't an approver of the group. */
export function notApprover(): AppError {
  return new AppError(
    'forbidden',
    t(
      'Only an admin who is an approver of this group imports into it. Join the group and make yourself an approver first.',
    ),
  )
}
