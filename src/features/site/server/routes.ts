import { type Api, createApi, type Platform } from '#server/platform/api.ts'
import { siteContract as contract } from '../contract.ts'
import { getFooter } from './footer-queries.ts'

/** The endpoints about the site as a whole. */
export function siteRoutes({ db }: Platform): Api {
  const api = createApi()
  api.openapi(contract.getFooter, async (c) => c.json(await getFooter(db), 200))
  return api
}
