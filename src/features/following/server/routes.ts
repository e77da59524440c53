import { requireMember } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { followingContract as contract } from '../contract.ts'
import { follow, unfollow } from './change-follow.ts'
import { listFollows, readFollowStates } from './follow-queries.ts'

const changesPerMember = { name: 'follow', points: 300, seconds: 3600 }

/** Creates the endpoints for what members follow. */
export function followingRoutes({ db, now, limits }: Platform): Api {
  const api = createApi()
  api.openapi(contract.listFollows, async (c) =>
    c.json(await listFollows(db, requireMember(c.get('actor')).id, c.req.valid('query')), 200),
  )
  api.openapi(contract.listFollowStates, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json({ follows: await readFollowStates(db, member.id, c.req.valid('query').names) }, 200)
  })
  api.openapi(contract.follow, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(changesPerMember, member.id)
    await follow(db, member, { ...c.req.valid('param'), now: now() })
    return c.body(null, 204)
  })
  api.openapi(contract.unfollow, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(changesPerMember, member.id)
    await unfollow(db, member, c.req.valid('param'))
    return c.body(null, 204)
  })
  return api
}
