import { createVoteBatcher } from '#features/votes/server/batch-votes.ts'
import { castVote } from '#features/votes/server/cast-vote.ts'
import type { Member } from '#platform/actor.ts'
import { openPool } from '#platform/database/db.ts'
import { randomFrom } from './random.ts'

/** `votes`: how many votes this process casts. `users`, `prompts`: ids. */
type Options = { connection: string; seed: number; votes: number; users: string[]; prompts: string[] }

/**
 * A program that acts as one of several server processes. Ten members at a time vote at random until all votes are cast.
 */
const { connection, seed, votes, users, prompts }: Options = JSON.parse(process.argv[2] ?? '{}')
const { db } = openPool({ connectionString: connection }, (error) => console.error(error))
// With 0 hours, votes of new accounts count immediately.
const maturity = () => ({ now: new Date(), maturityHours: 0 })
const castBatched = createVoteBatcher(db, maturity)
const random = randomFrom(seed)
const pickOne = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item

const memberFields = { role: 'user', sessionId: '', address: '192.0.2.1', browser: 'test' } as const
const memberOf = (id: string): Member => ({ kind: 'user', id, username: id, ...memberFields })

async function vote(): Promise<void> {
  const [userId, promptId, value] = [pickOne(users), pickOne(prompts), pickOne([1, -1, 0] as const)]
  const outcome = value === 0 ? null : await castBatched({ userId, promptId, value })
  // A batch can't withdraw votes, and leaves out votes that `castVote` has to check or wait for.
  if (!outcome) await castVote(db, memberOf(userId), { promptId, value }, maturity())
}

console.log('voting')
await Promise.all(
  Array.from({ length: 10 }, async () => {
    for (let time = 0; time < votes / 10; time++) await vote()
  }),
)
await db.destroy()
