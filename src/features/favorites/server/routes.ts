import { requireMember } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { favoritesContract as contract } from '../contract.ts'
import { saveRateLimit } from '../rules.ts'
import { listFavorites, readFavoriteStates } from './favorite-queries.ts'
import { savePrompt } from './save-prompt.ts'
import { unsavePrompt } from './unsave-prompt.ts'

/** Creates the endpoints for saved prompts. */
export function favoritesRoutes({ db, now, limits }: Platform): Api {
  const api = createApi()
  api.openapi(contract.listFavorites, async (c) =>
    c.json(await listFavorites(db, requireMember(c.get('actor')).id, c.req.valid('query')), 200),
  )
  api.openapi(contract.listFavoriteStates, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json({ favorites: await readFavoriteStates(db, member.id, c.req.valid('query').promptIds) }, 200)
  })
  api.openapi(contract.savePrompt, async (c) => {
    const actor = c.get('actor')
    await limits.take(saveRateLimit, requireMember(actor).id)
    const promptId = await savePrompt(db, actor, c.req.valid('json').promptId, now())
    return c.json({ promptId, favorite: true }, 200)
  })
  api.openapi(contract.unsavePrompt, async (c) => {
    const { promptId } = c.req.valid('param')
    const actor = c.get('actor')
    await limits.take(saveRateLimit, requireMember(actor).id)
    await unsavePrompt(db, actor, promptId)
    return c.json({ promptId, favorite: false }, 200)
  })
  return api
}
