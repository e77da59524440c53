import { requireMember } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { isId } from '#platform/ids.ts'
import { votesContract as contract } from '../contract.ts'
import { voteLimit } from '../rules.ts'
import { createVoteBatcher } from './batch-votes.ts'
import { castVote } from './cast-vote.ts'
import { readOwnVotes } from './vote-queries.ts'

/** Creates the endpoints of votes. The votes of an account count as soon as it is `maturityHours` old. */
export function votesRoutes({ db, now, limits }: Platform, { maturityHours }: { maturityHours: number }): Api {
  const api = createApi()
  const maturity = () => ({ now: now(), maturityHours })
  const castBatched = createVoteBatcher(db, maturity)
  api.openapi(contract.listOwnVotes, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json({ votes: await readOwnVotes(db, member.id, c.req.valid('query').promptIds) }, 200)
  })
  api.openapi(contract.castVote, async (c) => {
    const member = requireMember(c.get('actor'))
    const { promptId, value } = c.req.valid('json')
    await limits.take(voteLimit, member.id)
    const result = value !== 0 && isId(promptId) ? await castBatched({ userId: member.id, promptId, value }) : null
    return c.json(result ?? (await castVote(db, member, { promptId, value }, maturity())), 200)
  })
  return api
}
