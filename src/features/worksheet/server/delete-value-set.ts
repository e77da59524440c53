import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/db.ts'

/** Deletes a member's own value set if it exists, even for a prompt that they can no longer see. */
export async function deleteValueSet(db: Db, member: Member, id: string): Promise<void> {
  await db.deleteFrom('valueSets').where('userId', '=', member.id).where('id', '=', id).execute()
}
