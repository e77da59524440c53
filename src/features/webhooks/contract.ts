import { createRoute, z } from '@hono/zod-openapi'
import { created, errors, forMembers, Id, jsonBody, noContent, ok, okOrNotFound, Time } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { deliveryStates, webhookLimits as limits, webhookEvents } from './rules.ts'

const tags = ['Webhooks']
const Url = z.string().trim().min(1, 'Enter an address.').max(limits.urlMax, `Use at most ${limits.urlMax} characters.`)
const Events = z
  .array(z.enum(webhookEvents))
  .min(1, { error: () => t('Choose at least one event.') })
  .overwrite((events) => [...new Set(events)])

export const Webhook = z
  .object({
    id: Id,
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    paused: z.string().nullable().openapi({ description: 'Why nothing is sent, as a sentence. Null if it is on.' }),
    failures: z.number().int().openapi({ description: 'How many deliveries in a row failed for good.' }),
    createdAt: Time,
  })
  .openapi('Webhook')
export type Webhook = z.infer<typeof Webhook>

const NewSecret = z
  .object({ webhook: Webhook, secret: z.string().openapi({ description: 'It is shown only once.' }) })
  .openapi('WebhookSecret')
export type NewSecret = z.infer<typeof NewSecret>

export const WebhookDelivery = z
  .object({
    id: Id,
    type: z.string(),
    state: z.enum(deliveryStates).openapi({ description: 'skipped: the webhook’s owner may not see the prompt.' }),
    attempts: z.number().int(),
    status: z.number().int().nullable().openapi({ description: 'The HTTP status of the last answer.' }),
    milliseconds: z.number().int().nullable(),
    answer: z
      .string()
      .nullable()
      .openapi({ description: `The first ${limits.answer} characters of the last answer, or why there was none.` }),
    nextAt: Time.nullable().openapi({ description: 'When it is sent next, while it waits.' }),
    createdAt: Time,
  })
  .openapi('WebhookDelivery')
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const params = z.object({ id: z.uuid() })
const group = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .openapi({ description: 'The slug of a group: its webhooks, for its approvers.' })
const site = z
  .enum(['true', 'false'])
  .default('false')
  .openapi({ description: 'true: the site’s webhooks, for admins. false: your own.' })

export const webhooksContract = {
  listWebhooks: createRoute({
    method: 'get',
    path: '/api/webhooks',
    security: forMembers,
    tags,
    summary: 'Lists your webhooks, those of a group or, for admins, those of the site',
    request: { query: z.object({ site, group }) },
    responses: { ...ok(z.array(Webhook), `Up to ${limits.perOwner} webhooks.`), ...errors(401, 403, 404) },
  }),
  createWebhook: createRoute({
    method: 'post',
    path: '/api/webhooks',
    security: forMembers,
    tags,
    summary:
      'Creates a webhook for events of your prompts, as an approver of those of a group or, as an admin, of the site’s published prompts',
    description:
      'Events are POSTed as JSON and signed as Standard Webhooks says: `webhook-id`, `webhook-timestamp`, `webhook-signature`. They have ids, slugs, titles and versions, never a prompt’s text.',
    request: { body: jsonBody(z.object({ url: Url, events: Events, site: z.boolean().default(false), group })) },
    responses: { ...created(NewSecret, 'The webhook and its secret.'), ...errors(401, 403, 404, 409) },
  }),
  changeWebhook: createRoute({
    method: 'patch',
    path: '/api/webhooks/{id}',
    security: forMembers,
    tags,
    summary: 'Changes a webhook, or turns it off or on again',
    request: { params, body: jsonBody(z.object({ url: Url, events: Events, active: z.boolean() }).partial()) },
    responses: { ...okOrNotFound(Webhook, 'The webhook.'), ...errors(401) },
  }),
  renewWebhookSecret: createRoute({
    method: 'post',
    path: '/api/webhooks/{id}/secret',
    security: forMembers,
    tags,
    summary: 'Gives a webhook a new secret; the former one no longer signs anything',
    request: { params },
    responses: { ...okOrNotFound(NewSecret, 'The webhook and its secret.'), ...errors(401) },
  }),
  deleteWebhook: createRoute({
    method: 'delete',
    path: '/api/webhooks/{id}',
    security: forMembers,
    tags,
    summary: 'Deletes a webhook with its log',
    request: { params },
    responses: { ...noContent('The webhook doesn’t exist.'), ...errors(401) },
  }),
  pingWebhook: createRoute({
    method: 'post',
    path: '/api/webhooks/{id}/ping',
    security: forMembers,
    tags,
    summary: 'Sends the event `ping` to a webhook',
    request: { params },
    responses: { ...okOrNotFound(z.object({ id: Id }), 'The delivery’s id.'), ...errors(401, 409) },
  }),
  listWebhookDeliveries: createRoute({
    method: 'get',
    path: '/api/webhooks/{id}/deliveries',
    security: forMembers,
    tags,
    summary: 'Lists what was sent to a webhook, newest first',
    request: { params },
    responses: { ...okOrNotFound(z.array(WebhookDelivery), `Up to ${limits.shown} deliveries.`), ...errors(401) },
  }),
  resendWebhookDelivery: createRoute({
    method: 'post',
    path: '/api/webhooks/{id}/deliveries/{delivery}/resend',
    security: forMembers,
    tags,
    summary: 'Sends a delivery again, with the same id',
    request: { params: params.extend({ delivery: z.uuid() }) },
    responses: { ...okOrNotFound(z.object({ id: Id }), 'The delivery’s id.'), ...errors(401, 409) },
  }),
}
