import { type Api, createApi, type Platform } from '#server/platform/api.ts'
import { searchContract as contract } from '../contract.ts'
import { search } from './search-queries.ts'
import { suggestSearches } from './suggestion-queries.ts'

/** The search endpoints. */
export function searchRoutes({ db }: Platform): Api {
  const api = createApi()
  api.openapi(contract.search, async (c) => c.json(await search(db, c.req.valid('query')), 200))
  api.openapi(contract.suggestSearches, async (c) => c.json(await suggestSearches(db, c.req.valid('query').q), 200))
  return api
}
