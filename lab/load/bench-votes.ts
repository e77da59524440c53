import { sql } from 'kysely'
import { applyTallies } from '#features/catalogue/server/vote-tallies.ts'
import type { VoteValue } from '#features/votes/rules.ts'
import { castVote } from '#features/votes/server/cast-vote.ts'
import { findVoteDrifts } from '#features/votes/server/vote-queries.ts'
import type { Member } from '#platform/actor.ts'
import type { OpenDatabase } from '#server/database/database.ts'
import type { StartedProgram } from '#test/processes.ts'
import { loadHttp } from './http-load.ts'
import { addMembers, signInMany } from './members.ts'
import { atLeast, atMost, percentiles, type Row } from './report.ts'

const voters = 200
const manyVotes = 50_000
const seconds = 5

export type Electorate = { members: Member[]; cookies: string[]; promptIds: string[] }

/** Adds 200 members and signs them in. Returns them, and 200 prompts to vote on. */
export async function prepareVotes({ db }: OpenDatabase): Promise<Electorate> {
  const members = await addMembers(db, voters)
  const { rows } = await sql<{ id: string }>`
    select id from prompts where status = 'published' order by published_at desc, id desc limit ${voters}`.execute(db)
  return { members, cookies: await signInMany(db, members), promptIds: rows.map(({ id }) => id) }
}

/** Measures a vote on a prompt with fewer than 200 votes and a vote on one with 50,000 votes, in turn. */
export async function benchOneVote({ db }: OpenDatabase, { members, promptIds }: Electorate): Promise<Row[]> {
  const [few = '', many = ''] = promptIds
  const crowd = await addMembers(db, manyVotes)
  await sql`
    insert into votes (user_id, prompt_id, value, voted_at)
    select id, ${many}, 1, now() from unnest(${crowd.map(({ id }) => id)}::uuid[]) id`.execute(db)
  await sql`vacuum analyze votes`.execute(db)
  const times: Record<string, number[]> = { [few]: [], [many]: [] }
  for (const member of members) {
    for (const promptId of [few, many]) {
      const start = performance.now()
      // With 0 hours, votes of new accounts count immediately.
      await castVote(db, member, { promptId, value: 1 }, { now: new Date(), maturityHours: 0 })
      times[promptId]?.push(performance.now() - start)
    }
  }
  const [onFew, onMany] = [percentiles(times[few] ?? []), percentiles(times[many] ?? [])]
  const ratio = onMany.p50 / onFew.p50
  return [
    [
      `a vote on a prompt with fewer than ${voters} votes, p50 and p95`,
      `${onFew.p50.toFixed(1)} ms, ${onFew.p95.toFixed(1)} ms`,
    ],
    [
      `a vote on a prompt with ${manyVotes} votes`,
      `${onMany.p50.toFixed(1)} ms, ${onMany.p95.toFixed(1)} ms: ${ratio.toFixed(2)} times`,
      atMost(1.2, ratio, 'times'),
    ],
  ]
}

/** Measures a baseline: one statement that stores a vote and changes a number, in tables without foreign keys. */
export async function benchBareVotes({ pool }: OpenDatabase, { members, promptIds }: Electorate): Promise<Row[]> {
  await pool.query(
    'create table if not exists bare_vote (user_id uuid, prompt_id uuid, value int, primary key (user_id, prompt_id))',
  )
  await pool.query('create table if not exists bare_tally (id uuid primary key, up int not null)')
  const statement = `with vote as (insert into bare_vote values ($1, $2, 1) on conflict (user_id, prompt_id) do update set value = -bare_vote.value)
    insert into bare_tally values ($2, 1) on conflict (id) do update set up = bare_tally.up + 1`
  const end = performance.now() + seconds * 1000
  let votes = 0
  await Promise.all(
    members.map(async ({ id }) => {
      while (performance.now() < end) {
        await pool.query(statement, [id, promptIds[votes++ % promptIds.length]])
      }
    }),
  )
  return [['a bare upsert and count, for comparison', `${Math.round(votes / seconds)} a second`]]
}

/**
 * Has 200 members vote over HTTP, first all on one prompt, then on 200 prompts. Each member casts one vote at a time.
 * Measures how many votes the server takes per second.
 */
export async function benchVotes(server: StartedProgram, { cookies, promptIds }: Electorate): Promise<Row[]> {
  const values: VoteValue[] = [1, -1]
  const votes = cookies.map(() => 0)
  const requestOf = (promptOf: (client: number, vote: number) => string) => (client: number) => {
    const vote = (votes[client] ?? 0) + 1
    votes[client] = vote
    const round = Math.floor(vote / promptIds.length)
    const body = { promptId: promptOf(client, vote), value: values[round % 2] }
    return { path: '/api/votes', cookie: cookies[client] ?? '', body }
  }
  const one = await loadHttp(server, voters, (client) => {
    const post = requestOf(() => promptIds[0] ?? '')(client)
    return { ...post, body: { ...post.body, value: values[(votes[client] ?? 0) % 2] } }
  })
  const spread = await loadHttp(
    server,
    voters,
    requestOf((client, vote) => promptIds[(client + vote) % promptIds.length] ?? ''),
  )
  return [
    [`${voters} members on one prompt, over HTTP`, one.line],
    [
      `${voters} members on ${promptIds.length} prompts, over HTTP`,
      spread.line,
      atLeast(1_500, spread.perSecond, 'a second'),
    ],
  ]
}

/**
 * Applies the changed tallies to the prompts, and measures how long that takes. Throws an Error if a tally or a prompt
 * then differs from a recount.
 */
export async function recountVotes({ db }: OpenDatabase): Promise<Row[]> {
  const startedAt = performance.now()
  const updated = await applyTallies(db, new Date())
  const durationMs = performance.now() - startedAt
  const drifts = await findVoteDrifts(db)
  if (drifts.length > 0) throw new Error(`Tallies differ from a recount: ${JSON.stringify(drifts)}`)
  return [['prompts that had to be updated; a recount agrees', `${updated} in ${durationMs.toFixed(0)} ms`]]
}
