import { sql } from 'kysely'
import { createSessionKey } from '#features/accounts/server/sessions/session-key.ts'
import { startSession } from '#features/accounts/server/sessions/start-session.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'

/** Adds members who have no passwords. */
export async function addMembers(db: Db, count: number): Promise<Member[]> {
  const members = Array.from({ length: count }, (_, n): Member => {
    const id = newId()
    const username = `bench_${id.slice(-8)}_${n}`
    return { kind: 'user', id, username, role: 'user', sessionId: id, address: '192.0.2.1', browser: 'bench' }
  })
  const rows = members.map(({ id, username }) => ({ id, username }))
  await sql`
    insert into users (id, name, email, username, display_username)
    select id, username, username || '@bench.invalid', username, username
    from jsonb_to_recordset(${JSON.stringify(rows)}) as m(id uuid, username text)`.execute(db)
  return members
}

/** Signs in members. Returns their cookies. */
export async function signInMany(db: Db, members: Member[]): Promise<string[]> {
  const key = await createSessionKey(db)()
  const now = new Date()
  const cookies: string[] = []
  for (const { id: userId, address, browser } of members) {
    const session = { userId, device: { address, browser }, key, now }
    cookies.push(`session=${await inTransaction(db, (tx) => startSession(tx, session))}`)
  }
  return cookies
}
