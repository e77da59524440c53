import { requireRole } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { showcaseContract as contract } from '../contract.ts'
import { askFeatured, type FeaturedContext } from './ask-featured.ts'
import { readFeaturedAnswers } from './featured-answer-queries.ts'
import { readResults } from './result-queries.ts'

/** Creates the endpoints for what came out of prompts. */
export function showcaseRoutes(context: FeaturedContext): Api {
  const api = createApi()
  const { db, models } = context
  api.openapi(contract.getResults, async (c) =>
    c.json(await readResults(db, c.get('actor'), c.req.valid('param').id), 200),
  )
  api.openapi(contract.readFeaturedAnswers, async (c) => {
    requireRole(c.get('actor'), 'admin')
    return c.json(await readFeaturedAnswers(db, models), 200)
  })
  api.openapi(contract.askFeatured, async (c) => {
    await askFeatured(context, requireRole(c.get('actor'), 'admin'), c.req.valid('json').model)
    return c.json(await readFeaturedAnswers(db, models), 200)
  })
  return api
}
