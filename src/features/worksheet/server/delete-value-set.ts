import type { Member } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'

/** Deletes a member's own set of values, if it is there: also one for a prompt that they no longer see. */
export async function deleteValueSet(db: Db, member: Member, id: string): Promise<void> {
  await db.deleteFrom('valueSets').where('userId', '=', member.id).where('id', '=', id).execute()
}
