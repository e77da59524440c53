import { type Api, createApi, type Platform } from '#server/platform/api.ts'
import { contactContract as contract } from '../contract.ts'
import { type Desk, sendMessage } from './send-message.ts'

/** The endpoint by which visitors write to the operator. */
export function contactRoutes(platform: Platform, desk: Desk): Api {
  const api = createApi()
  api.openapi(contract.sendContact, async (c) => {
    await sendMessage(platform, desk, c.get('actor'), c.req.valid('json'))
    return c.body(null, 202)
  })
  return api
}
