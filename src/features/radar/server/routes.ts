import type { Models } from '#features/models/server/create-models.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { radarContract as contract } from '../contract.ts'
import { endModel } from './end-model.ts'
import { listDependents, listEndedDependencies } from './ended-model-queries.ts'

/** Creates the endpoints about ended models and the prompts that depend on them. */
export function radarRoutes(platform: Pick<Platform, 'db' | 'now' | 'jobs'> & { models: Models }): Api {
  const api = createApi()
  const { db } = platform
  api.openapi(contract.listEndedModels, async (c) =>
    c.json(await listEndedDependencies(db, c.get('actor'), c.req.valid('query').scope), 200),
  )
  api.openapi(contract.listDependentPrompts, async (c) =>
    c.json(await listDependents(db, c.get('actor'), c.req.valid('query')), 200),
  )
  api.openapi(contract.endModel, async (c) => {
    const { model, ended } = c.req.valid('json')
    await endModel(platform, c.get('actor'), { model, ended })
    return c.json({ ended }, 200)
  })
  return api
}
