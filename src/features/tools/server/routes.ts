import { type Api, createApi, type Platform } from '#platform/api.ts'
import { toolsContract as contract } from '../contract.ts'
import { readToolCounts } from './tool-counts.ts'
import { getToolOrThrow, listFeaturedTools, listRelatedTools, listTools } from './tool-queries.ts'
import { findToolsForRequest } from './tool-request-queries.ts'

/** Creates the endpoints of the tools. */
export function toolsRoutes({ db }: Platform): Api {
  const api = createApi()
  api.openapi(contract.listTools, async (c) => {
    const { q, sort, limit, cursor, ...filter } = c.req.valid('query')
    const term = q?.trim()
    const page = { limit, cursor }
    return c.json(
      term ? await findToolsForRequest(db, { term, filter, ...page }) : await listTools(db, filter, page, sort),
      200,
    )
  })
  api.openapi(contract.listFeaturedTools, async (c) => c.json(await listFeaturedTools(db), 200))
  api.openapi(contract.countTools, async (c) => c.json(await readToolCounts(db), 200))
  api.openapi(contract.listRelatedTools, async (c) => {
    const { tags, category } = c.req.valid('query')
    return c.json(await listRelatedTools(db, { tags, category }), 200)
  })
  api.openapi(contract.getTool, async (c) => c.json(await getToolOrThrow(db, c.req.valid('param').id), 200))
  return api
}
