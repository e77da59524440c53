import { requireMember } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { blocksContract as contract } from '../contract.ts'
import { blockPerson, unblockPerson } from './block-person.ts'
import { listBlocks } from './block-queries.ts'

const changesPerMember = { name: 'block', points: 200, seconds: 3600 }

/** Creates the endpoints for blocking and muting people. */
export function blocksRoutes({ db, now, limits }: Platform): Api {
  const api = createApi()
  api.openapi(contract.listBlocks, async (c) => c.json(await listBlocks(db, requireMember(c.get('actor')).id), 200))
  api.openapi(contract.blockPerson, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(changesPerMember, member.id)
    await blockPerson(db, member, { ...c.req.valid('param'), ...c.req.valid('json'), now: now() })
    return c.body(null, 204)
  })
  api.openapi(contract.unblockPerson, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(changesPerMember, member.id)
    await unblockPerson(db, member, c.req.valid('param').username)
    return c.body(null, 204)
  })
  return api
}
