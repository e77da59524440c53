import { type Api, createApi } from '#platform/api.ts'
import { webhooksContract as contract } from '../contract.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhookOrThrow,
  ownerOf,
  pingWebhook,
  renewSecret,
  resendDelivery,
  type WebhookContext,
} from './change-webhook.ts'
import { listDeliveries, listWebhooks } from './webhook-queries.ts'

/** Creates the endpoints of webhooks. */
export function webhooksRoutes(context: WebhookContext): Api {
  const { db } = context
  const api = createApi()
  api.openapi(contract.listWebhooks, async (c) => {
    const { site, group } = c.req.valid('query')
    return c.json(await listWebhooks(db, await ownerOf(db, c.get('actor'), { site: site === 'true', group })), 200)
  })
  api.openapi(contract.createWebhook, async (c) =>
    c.json(await createWebhook(context, c.get('actor'), c.req.valid('json')), 201),
  )
  api.openapi(contract.changeWebhook, async (c) =>
    c.json(await changeWebhook(context, c.get('actor'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  api.openapi(contract.renewWebhookSecret, async (c) =>
    c.json(await renewSecret(context, c.get('actor'), c.req.valid('param').id), 200),
  )
  api.openapi(contract.deleteWebhook, async (c) => {
    await deleteWebhook(context, c.get('actor'), c.req.valid('param').id)
    return c.body(null, 204)
  })
  api.openapi(contract.pingWebhook, async (c) =>
    c.json(await pingWebhook(context, c.get('actor'), c.req.valid('param').id), 200),
  )
  api.openapi(contract.listWebhookDeliveries, async (c) => {
    const { id } = await getWebhookOrThrow(db, c.get('actor'), c.req.valid('param').id)
    return c.json(await listDeliveries(db, id), 200)
  })
  api.openapi(contract.resendWebhookDelivery, async (c) => {
    const { id, delivery } = c.req.valid('param')
    return c.json(await resendDelivery(context, c.get('actor'), { id, deliveryId: delivery }), 200)
  })
  return api
}
