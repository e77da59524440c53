import type { Db } from '#platform/database/db.ts'

/** Ends a session of this user. Does nothing if it has already ended or belongs to another user. */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).where('id', '=', sessionId).execute()
}

/** Ends all sessions of this user, except the session whose id is `exceptId`. */
export async function endSessions(db: Db, userId: string, exceptId?: string): Promise<void> {
  const deletion = db.deleteFrom('sessions').where('userId', '=', userId)
  await (exceptId === undefined ? deletion : deletion.where('id', '<>', exceptId)).execute()
}
