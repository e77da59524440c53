import { randomUUID } from 'node:crypto'
import { signWebhook } from '#features/sandbox/server/send-webhooks.ts'
import { cutText } from '#lib/well-formed.ts'
import { type ReceivedResponse, send } from '../load/send.ts'
import { hasUnknownOutcome, sendUntilKnown } from './client.ts'
import type { ConfirmedWrites } from './confirmed-writes.ts'
import { unreliableModel } from './site.ts'
import { type Outcome, outcomeOf, type Person, type SoakContext } from './soak-context.ts'

/** A run may take this long, in ms. The product stops waiting for a vendor earlier. */
const runMs = 200_000
const giftAmount = 20
/** Two fake models: one that always answers, and one whose vendor sometimes hangs. */
const models = ['steady', unreliableModel]
/** The age of the old signatures with which some webhooks are repeated, in ms. The server must refuse them. */
const tooOldMs = 3_600_000

/**
 * The actions with credits and money. Spending, gifts, subscriptions and comparisons have an Idempotency-Key and are
 * repeated until their outcome is known.
 */
export const moneyActions = {
  spend: ({ site, confirmed }: SoakContext, { id, cookie }: Person) =>
    withKey(confirmed.keyed.spends, id, [402], (key) =>
      sendUntilKnown(site.address, '/api/user/credits/decrease', key, {
        cookie,
        json: { amount: 1, reason: `soak ${key}` },
      }),
    ),

  gift: ({ site, confirmed, admin }: SoakContext, { id }: Person) =>
    withKey(confirmed.keyed.gifts, id, [], (key) => {
      const json = { amount: giftAmount, reason: `soak ${key}` }
      return sendUntilKnown(site.address, `/api/admin/users/${id}/credits`, key, { cookie: admin.cookie, json })
    }),

  subscribe: ({ site, confirmed }: SoakContext, { id, cookie }: Person) =>
    withKey(confirmed.keyed.subscriptions, id, [409], (key) =>
      sendUntilKnown(site.address, '/api/subscription/create', key, {
        cookie,
        json: { paymentMethodId: 'pm_card_visa' },
      }),
    ),

  'cancel or resume': async ({ site, pick }: SoakContext, { cookie }: Person) => {
    const path = pick(['/api/subscription/cancel', '/api/subscription/resume'])
    return outcomeOf(await send(site.address, path, { cookie, json: {} }), [409])
  },

  compare: async ({ site, confirmed, pick, prompts }: SoakContext, { cookie }: Person): Promise<Outcome> => {
    const json = { promptId: pick(prompts).id, models }
    const response = await sendUntilKnown(site.address, '/api/comparisons', randomUUID(), { cookie, json, ms: runMs })
    const id = /"comparisonId":"([^"]+)"/.exec(response.text)?.[1]
    if (id && response.text.includes('event: end')) confirmed.rows.comparisons.add(id)
    return outcomeOfStream(response, 'end')
  },

  generate: async ({ site, pick }: SoakContext, { cookie }: Person): Promise<Outcome> => {
    const json = { idea: 'Write a letter', model: pick(models) }
    return outcomeOfStream(await send(site.address, '/api/prompt-generator', { cookie, json, ms: runMs }), 'done')
  },
}

function outcomeOfStream(response: ReceivedResponse, lastEvent: string): Outcome {
  if (response.status !== 200) return outcomeOf(response, [402])
  const failure = /event: error\ndata: (.*)/.exec(response.text)?.[1]
  if (failure) return { kind: 'unavailable', detail: cutText(failure, 200) }
  const isComplete = response.text.includes(`event: ${lastEvent}`)
  return { kind: isComplete ? 'done' : 'unavailable', detail: isComplete ? '' : `There was no event "${lastEvent}".` }
}

/** Performs an operation with a new Idempotency-Key, and records its outcome. `expected`: the statuses of refusals. */
async function withKey(
  operations: ConfirmedWrites['keyed']['spends'],
  userId: string,
  expected: number[],
  act: (key: string) => Promise<ReceivedResponse>,
): Promise<Outcome> {
  const key = randomUUID()
  operations.set(key, { userId, outcome: 'unknown' })
  const response = await act(key)
  if (!hasUnknownOutcome(response))
    operations.set(key, { userId, outcome: response.status === 200 ? 'done' : 'refused' })
  return outcomeOf(response, expected)
}

/** Delivers a webhook of the sandbox again. Some get an old signature, which the server must refuse. */
export async function repeatWebhook({ site, pick, random }: SoakContext): Promise<Outcome> {
  const [secret] = await site.query<{ hex: string }>(
    `select encode(secret, 'hex') as hex from site_secrets where name = 'sandbox'`,
  )
  const events = await site.query<{ body: object }>('select body from sandbox_events order by number desc limit 20')
  if (!secret || events.length === 0) return { kind: 'refused', detail: 'no webhook yet' }
  const body = JSON.stringify(pick(events).body)
  const isOld = random() < 0.3
  const at = new Date(Date.now() - (isOld ? tooOldMs : 0))
  // The signing secret is the second half of the sandbox's secret, as in src/server/start/payments.ts.
  const headers = { 'stripe-signature': signWebhook(body, `whsec_${secret.hex.slice(32)}`, at) }
  const response = await send(site.address, '/api/webhooks/stripe', { json: JSON.parse(body), headers })
  if (isOld && response.status === 200)
    return { kind: 'wrong', detail: 'A webhook with an old signature was accepted.' }
  return outcomeOf(response, isOld ? [400] : [])
}
