import { type RawBuilder, sql } from 'kysely'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'

/**
 * Returns an SQL condition for whether a reader may see a person's comments and change requests, and notifications
 * about them. It is false if either of the two blocked the other or the reader muted the person, and true if `person`
 * is null. Both parameters are SQL expressions for ids.
 */
export function maySeeContentOf(reader: RawBuilder<string>, person: RawBuilder<string | null>): RawBuilder<boolean> {
  return sql`(
    not exists (select from blocks b where b.user_id = ${reader} and b.blocked_id = ${person})
    and not exists (select from blocks b where b.user_id = ${person} and b.blocked_id = ${reader} and b.kind = 'block'))`
}

/**
 * Tells whether a member may send a suggested edit or a test case to the person with this id. They may if neither
 * blocked the other and the member hasn't muted the person. Callers must not reveal that somebody was blocked.
 */
export async function maySendTo(tx: Tx, member: Member, personId: string): Promise<boolean> {
  const { rows } = await sql<{ maySend: boolean }>`
    select ${maySeeContentOf(sql`${member.id}::uuid`, sql`${personId}::uuid`)} as may_send`.execute(tx)
  return rows[0]?.maySend === true
}
