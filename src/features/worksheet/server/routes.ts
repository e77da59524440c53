import { type Api, createApi, type Platform } from '#server/platform/api.ts'
import { worksheetContract as contract } from '../contract.ts'
import { countCopy } from './count-copy.ts'

/** The endpoint that counts copies. */
export function worksheetRoutes({ db, now }: Platform): Api {
  const api = createApi()
  api.openapi(contract.copyPrompt, async (c) => {
    const copies = await countCopy(db, c.get('actor'), c.req.valid('param').id, now())
    return c.json({ copies }, 200)
  })
  return api
}
