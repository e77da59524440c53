import { type Api, createApi, type Platform } from '#platform/api.ts'
import { contactContract as contract } from '../contract.ts'
import { type ContactInbox, sendMessage } from './send-message.ts'

/** Creates the endpoint of the contact form. */
export function contactRoutes(platform: Platform, inbox: ContactInbox): Api {
  const api = createApi()
  api.openapi(contract.sendContact, async (c) => {
    await sendMessage(platform, inbox, c.get('actor'), c.req.valid('json'))
    return c.body(null, 202)
  })
  return api
}
