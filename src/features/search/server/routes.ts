import { type Api, createApi } from '#platform/api.ts'
import { searchContract as contract } from '../contract.ts'
import { type SearchContext, search } from './search-queries.ts'
import { suggestSearches } from './suggestion-queries.ts'

/** Creates the search endpoints. */
export function searchRoutes(context: SearchContext): Api {
  const api = createApi()
  api.openapi(contract.search, async (c) => c.json(await search(context, c.get('actor'), c.req.valid('query')), 200))
  api.openapi(contract.suggestSearches, async (c) =>
    c.json(await suggestSearches(context.db, c.get('actor'), c.req.valid('query').q), 200),
  )
  return api
}
