import { sql } from 'kysely'
import type { VoteValue } from '#features/votes/rules.ts'
import { castVote } from '#features/votes/server/cast-vote.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { percentiles, type Row } from './report.ts'

const voters = 200

/** Measures concurrent votes: on one prompt, then each on another one. Checks the tally against the rows. */
export async function benchVotes(db: Db): Promise<Row[]> {
  const members = await addMembers(db)
  const { rows } = await sql<{ id: string }>`
    select id from prompts where status = 'published' order by published_at desc, id desc limit ${voters}`.execute(db)
  const ids = rows.map((row) => row.id)
  const [one = ''] = ids
  const hot = await voteAtOnce(db, members, () => one)
  const check = await sql<{ equal: boolean }>`
    select votes_up = (select count(*) from votes where prompt_id = p.id and value = 1) as equal
    from prompts p where id = ${one}`.execute(db)
  if (!check.rows[0]?.equal) throw new Error('The tally disagrees with the rows.')
  const spread = await voteAtOnce(db, members, (n) => ids[n % ids.length] ?? one)
  return [
    [`${voters} members on one prompt`, hot],
    [`${voters} members on ${ids.length} prompts`, spread],
  ]
}

async function voteAtOnce(db: Db, members: Member[], promptOf: (index: number) => string): Promise<string> {
  const begun = performance.now()
  const times = await Promise.all(
    members.map(async (member, index) => {
      const value: VoteValue = index % 5 === 0 ? -1 : 1
      await castVote(db, member, { promptId: promptOf(index), value }, { now: new Date(), maturityHours: 0 })
      return performance.now() - begun
    }),
  )
  const { p50, p95 } = percentiles(times)
  const perSecond = Math.round((members.length * 1000) / Math.max(...times))
  return `${perSecond} votes a second; answered after ${p50.toFixed(0)} ms (p50), ${p95.toFixed(0)} ms (p95)`
}

async function addMembers(db: Db): Promise<Member[]> {
  const members = Array.from({ length: voters }, (_, n): Member => {
    const id = newId()
    const username = `voter_${id.slice(-8)}_${n}`
    return { kind: 'user', id, username, role: 'user', sessionId: id, address: '192.0.2.1', browser: 'bench' }
  })
  const rows = members.map(({ id, username }) => ({ id, username }))
  await sql`
    insert into users (id, name, email, username, display_username)
    select id, username, username || '@bench.invalid', username, username
    from jsonb_to_recordset(${JSON.stringify(rows)}) as m(id uuid, username text)`.execute(db)
  return members
}
