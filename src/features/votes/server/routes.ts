import { requireMember } from '#server/platform/actor.ts'
import { type Api, createApi, type Platform } from '#server/platform/api.ts'
import { votesContract as contract } from '../contract.ts'
import { voteLimit } from '../rules.ts'
import { castVote } from './cast-vote.ts'
import { readOwnVotes } from './vote-queries.ts'

/** The endpoints of votes. Votes of accounts younger than `maturityHours` count once they are older. */
export function votesRoutes({ db, now, limits }: Platform, { maturityHours }: { maturityHours: number }): Api {
  const api = createApi()
  api.openapi(contract.listOwnVotes, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json({ votes: await readOwnVotes(db, member.id, c.req.valid('query').promptIds) }, 200)
  })
  api.openapi(contract.castVote, async (c) => {
    const actor = c.get('actor')
    await limits.take(voteLimit, requireMember(actor).id)
    return c.json(await castVote(db, actor, c.req.valid('json'), { now: now(), maturityHours }), 200)
  })
  return api
}
