import { t } from '#lib/texts.ts'
/** What a webhook can be told of. */
export const webhookEvents = ['prompt.published', 'prompt.changed', 'prompt.label_moved', 'model.ended'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** What the form says about each event. */
export const webhookEventNames: Record<WebhookEvent, string> = {
  get 'prompt.published'() {
    return t('A prompt is published')
  },
  get 'prompt.changed'() {
    return t('A published prompt gets a new version')
  },
  get 'prompt.label_moved'() {
    return t('A label is put on a version, moved or removed')
  },
  get 'model.ended'() {
    return t('A model ends')
  },
}

/** What a group's webhook can be told of. */
export const groupWebhookEvents: readonly WebhookEvent[] = webhookEvents.filter((event) => event !== 'model.ended')

/**
 * `perOwner`: webhooks of a member, of a group, and of the site. `waiting`: deliveries that may wait for one webhook; later events
 * are dropped. `shown`: deliveries in the log. `answer`: characters of an answer that are kept. `failures` and
 * `failingDays`: after as many failed deliveries in a row, or days without a success, nothing more is sent.
 */
export const webhookLimits = {
  perOwner: 10,
  urlMax: 500,
  waiting: 1_000,
  shown: 50,
  answer: 500,
  failures: 20,
  failingDays: 5,
  keptDays: 30,
} as const

/** How long an attempt may take, in ms. */
export const attemptMs = 10_000

/** How long after each failed attempt the next one follows, in seconds. After the last one, the delivery has failed. */
export const retrySeconds = [5, 300, 1_800, 7_200, 28_800] as const

export const deliveryStates = ['waiting', 'delivered', 'failed', 'skipped'] as const
