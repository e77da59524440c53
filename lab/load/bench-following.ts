import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { deleteOrphanedFollows, follow, unfollow } from '#features/following/server/change-follow.ts'
import { deliverBatch } from '#features/notifications/server/deliver-events.ts'
import { markNotificationsRead } from '#features/notifications/server/mark-notification.ts'
import { castVote } from '#features/votes/server/cast-vote.ts'
import { createPrompt } from '#features/writing/server/create-prompt.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { noLimits } from '#platform/limits.ts'
import type { OpenDatabase } from '#server/database/database.ts'
import { hooks } from '#server/hooks.ts'
import { addMembers } from './members.ts'
import { atMost, percentiles, type Row } from './report.ts'

const [manyFollowers, fewerFollowers] = [100_000, 10_000]
/** How many times publishing is measured for each author. The authors take turns. */
const promptsPerAuthor = 40
/** How many members are active while an account is being deleted. */
const activeMembers = 8

/**
 * Measures publishing with 100,000 followers and with none, the delivery of notifications, and the deletion of an
 * account that has 10,000 followers.
 */
export async function benchFollowing({ db }: OpenDatabase): Promise<Row[]> {
  const [followed, alone, leavingMember] = (await addMembers(db, 3)) as [Member, Member, Member]
  const crowd = await addMembers(db, manyFollowers)
  await addFollowers(db, followed, crowd)
  await addFollowers(db, leavingMember, crowd.slice(0, fewerFollowers))
  await sql`analyze follows, users`.execute(db)
  return [
    ...(await benchPublishing(db, followed, alone)),
    ...(await benchDelivery(db, leavingMember, followed)),
    ...(await benchDeletion(db, leavingMember, crowd.slice(0, activeMembers))),
  ]
}

async function addFollowers(db: Db, author: Member, crowd: Member[]): Promise<void> {
  await sql`
    insert into follows (user_id, id, kind, target, followed_at)
    select id, gen_random_uuid(), 'person', ${author.id}, now() from unnest(${crowd.map(({ id }) => id)}::uuid[]) id`.execute(
    db,
  )
}

let promptCount = 0

async function publish(db: Db, member: Member): Promise<number> {
  const number = ++promptCount
  const title = `A letter about subject ${number}`
  const content = `Write a letter about subject number ${number} to {{reader}}, in a tone that fits number ${number}.`
  const input = { title, content, category: 'general', description: '', tags: [], models: [] }
  const context = { now: new Date(), limits: noLimits, moderation: 'post' as const, onPublished: hooks.onPublished }
  const start = performance.now()
  await createPrompt(db, member, input, context)
  return performance.now() - start
}

async function benchPublishing(db: Db, followed: Member, alone: Member): Promise<Row[]> {
  for (const member of [followed, alone]) await publish(db, member)
  const times: [number[], number[]] = [[], []]
  for (let turn = 0; turn < promptsPerAuthor; turn++) {
    times[0].push(await publish(db, followed))
    times[1].push(await publish(db, alone))
  }
  const [withFollowers, without] = times.map(percentiles) as [
    ReturnType<typeof percentiles>,
    ReturnType<typeof percentiles>,
  ]
  // These events aren't delivered, because 40 times 100,000 notifications would take too long. `deliverAll` publishes
  // another prompt.
  await sql`update notification_events set delivered = true`.execute(db)
  const ratio = withFollowers.p50 / without.p50
  return [
    [
      `publish with ${manyFollowers} followers and with none, in turn, p50`,
      `${withFollowers.p50.toFixed(1)} and ${without.p50.toFixed(1)} ms: ${ratio.toFixed(2)} times`,
      atMost(1.2, ratio, 'times'),
    ],
  ]
}

/**
 * Publishes a prompt and delivers its event, in two loops that stand for two processes. Returns how long that took in
 * seconds, the longest transaction in ms, and how much the memory grew in MB.
 */
async function deliverAll(db: Db, author: Member) {
  await publish(db, author)
  global.gc?.()
  const before = process.memoryUsage().rss
  const start = performance.now()
  let [longest, peak] = [0, before]
  const loop = async () => {
    for (let isMore = true; isMore; ) {
      const startedAt = performance.now()
      isMore = await deliverBatch(db, new Date())
      longest = Math.max(longest, performance.now() - startedAt)
      peak = Math.max(peak, process.memoryUsage().rss)
    }
  }
  await Promise.all([loop(), loop()])
  return { seconds: (performance.now() - start) / 1000, longest, growth: Math.max(0, peak - before) / 2 ** 20 }
}

async function benchDelivery(db: Db, lessFollowed: Member, mostFollowed: Member): Promise<Row[]> {
  const rows: Row[] = []
  for (const [followers, author] of [
    [fewerFollowers, lessFollowed],
    [manyFollowers, mostFollowed],
  ] as const) {
    const { seconds, longest, growth } = await deliverAll(db, author)
    rows.push([
      `fan-out to ${followers} by two concurrent loops`,
      `${seconds.toFixed(1)} s, ${Math.round(followers / seconds)} a second; longest transaction ${Math.round(longest)} ms; memory grew by ${Math.round(growth)} MB`,
    ])
  }
  const { rows: counted } = await sql<{ notifications: number; receivers: number }>`
    select count(*) as notifications, count(distinct user_id) as receivers from notifications n
    join notification_events e on e.id = n.event_id where e.actor_id = ${mostFollowed.id}`.execute(db)
  const { notifications = 0, receivers = 0 } = counted[0] ?? {}
  rows.push(['notifications, and members who have one', `${notifications}, ${receivers}`])
  return rows
}

/** Watches locks until `isOver` returns true. Returns the longest time that a session waited for one, in ms. */
async function watchLocks(db: Db, isOver: () => boolean): Promise<number> {
  let longest = 0
  while (!isOver()) {
    const { rows } = await sql<{ ms: number | null }>`
      select extract(epoch from max(clock_timestamp() - l.waitstart)) * 1000 as ms from pg_locks l where not l.granted`.execute(
      db,
    )
    longest = Math.max(longest, rows[0]?.ms ?? 0)
    await wait(5)
  }
  return longest
}

/**
 * Deletes an account while some of its followers act: they follow a tag, unfollow the account, mark notifications as
 * read, unfollow the tag, and vote on a prompt of the account.
 */
async function benchDeletion(db: Db, leavingMember: Member, members: Member[]): Promise<Row[]> {
  for (let made = 0; made < 200; made++) await publish(db, leavingMember)
  await sql`
    insert into votes (user_id, prompt_id, value, voted_at)
    select f.user_id, p.id, 1, now() from follows f
    join (select id from prompts where user_id = ${leavingMember.id} order by id limit 1) p on true
    where f.target = ${leavingMember.id}`.execute(db)
  const { id: promptId } = await db
    .selectFrom('prompts')
    .select('id')
    .where('userId', '=', leavingMember.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  let [isOver, rounds, slowest] = [false, 0, 0]
  const tag = { kind: 'tag', name: 'letters' } as const
  const act = async (member: Member) => {
    await follow(db, member, { ...tag, now: new Date() })
    await unfollow(db, member, { kind: 'person', name: leavingMember.username })
    await markNotificationsRead(db, member, { until: new Date(), now: new Date() })
    await unfollow(db, member, tag)
    // A vote during the deletion waits for it, and then the prompt no longer exists.
    const vote = { promptId, value: rounds % 2 ? (1 as const) : (-1 as const) }
    await castVote(db, member, vote, { now: new Date(), maturityHours: 0 }).catch((error) => {
      if (error.code !== 'not_found') throw error
    })
  }
  const repeatActions = async (member: Member) => {
    while (!isOver) {
      const start = performance.now()
      await act(member)
      slowest = Math.max(slowest, performance.now() - start)
      rounds++
    }
  }
  const others = Promise.all(members.map(repeatActions))
  const locks = watchLocks(db, () => isOver)
  await wait(500)
  const [before, start] = [slowest, performance.now()]
  slowest = 0
  await inTransaction(db, (tx) => eraseAccount(tx, hooks, leavingMember.id, { prompts: 'delete' }))
  const eraseMs = performance.now() - start
  await deleteOrphanedFollows(db)
  const tidyMs = performance.now() - start - eraseMs
  isOver = true
  await others
  const longestWait = await locks
  const { rows } = await sql`select from follows where target = ${leavingMember.id} limit 1`.execute(db)
  if (rows.length > 0) throw new Error('Some follows of the deleted account still exist.')
  return [
    [
      `delete an account with ${fewerFollowers} followers and 201 prompts, one of them with ${fewerFollowers} votes`,
      `${Math.round(eraseMs)} ms, then its follows in ${Math.round(tidyMs)} ms`,
    ],
    ['longest wait for a lock during the deletion', `${Math.round(longestWait)} ms`, atMost(1_000, longestWait, 'ms')],
    [
      `the slowest round of five writes by one of ${activeMembers} followers`,
      `${Math.round(slowest)} ms, before the deletion ${Math.round(before)} ms; ${rounds} rounds`,
    ],
  ]
}
