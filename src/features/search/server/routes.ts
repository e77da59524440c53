import { type Api, createApi, type Platform } from '#server/platform/api.ts'
import { searchContract as contract } from '../contract.ts'
import { search } from './search-queries.ts'

/** The search endpoint. */
export function searchRoutes({ db }: Platform): Api {
  const api = createApi()
  api.openapi(contract.search, async (c) => c.json(await search(db, c.req.valid('query')), 200))
  return api
}
