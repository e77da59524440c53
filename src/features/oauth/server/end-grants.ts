import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { appNameOf } from './grant-queries.ts'

/**
 * Disconnects an app: ends everything that the member allows the app of this grant, so that its next request is
 * refused. Does nothing if the grant has already ended or is another member's.
 */
export async function disconnectApp(db: Db, member: Member, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('oauthGrants')
      .where('userId', '=', member.id)
      .where('clientId', 'in', (grants) =>
        grants.selectFrom('oauthGrants').select('clientId').where('userId', '=', member.id).where('id', '=', id),
      )
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await recordAuditEntry(tx, member, {
      action: 'account.app-disconnect',
      target: { kind: 'user', id: member.id },
      details: { grant: id },
    })
  })
}

/**
 * Ends what a user allows all apps. Returns, for each app, a phrase that names it, for the email that confirms a new
 * password.
 */
export async function endGrantsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('oauthGrants as g')
    .using('oauthClients as c')
    .whereRef('c.clientId', '=', 'g.clientId')
    .where('g.userId', '=', userId)
    .returning(['c.clientId', 'c.metadata'])
    .execute()
  return [...new Set(rows.map((row) => `the access of the app “${appNameOf(row)}”`))]
}
