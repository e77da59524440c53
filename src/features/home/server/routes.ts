import { type Api, createApi, type Platform } from '#platform/api.ts'
import { homeContract as contract } from '../contract.ts'
import { getHome } from './home-queries.ts'

/** Creates the endpoint of the home page. */
export function homeRoutes({ db, now }: Platform): Api {
  const api = createApi()
  api.openapi(contract.getHome, async (c) =>
    c.json(await getHome(db, c.req.valid('query').includeAllTools === 'true', now()), 200),
  )
  return api
}
