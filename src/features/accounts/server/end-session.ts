import type { Db } from '#server/platform/db.ts'

/** Ends a session of this user. Does nothing if it is gone already or belongs to another user. */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).where('id', '=', sessionId).execute()
}

/** Ends all sessions of this user, or all but one. */
export async function endSessions(db: Db, userId: string, but?: string): Promise<void> {
  const all = db.deleteFrom('sessions').where('userId', '=', userId)
  await (but === undefined ? all : all.where('id', '<>', but)).execute()
}
