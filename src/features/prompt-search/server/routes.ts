import { type Api, createApi, type Platform } from '#platform/api.ts'
import { promptSearchContract as contract } from '../contract.ts'
import { listPromptsAbout, listRelated } from './related-prompts-queries.ts'

/** Creates the endpoints for prompts that are like another one, or about a topic. */
export function promptSearchRoutes({ db }: Pick<Platform, 'db'>): Api {
  const api = createApi()
  api.openapi(contract.listRelatedPrompts, async (c) =>
    c.json(await listRelated(db, c.get('actor'), c.req.valid('param').id), 200),
  )
  api.openapi(contract.listPromptsAbout, async (c) => {
    const { tags, category } = c.req.valid('query')
    return c.json(await listPromptsAbout(db, { tags, category }), 200)
  })
  return api
}
