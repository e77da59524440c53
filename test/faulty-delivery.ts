import { sendInOrder, type WebhookTransport } from '#features/sandbox/server/send-webhooks.ts'

/** How deliveries of webhooks go wrong on purpose: each is something that a network and a provider may do. */
export type DeliveryFaults = {
  /** How often each event is delivered. */
  times?: number
  /** Delivers what is due in any order, and all at once. */
  shuffle?: boolean
  /** Loses every delivery; the provider takes it for delivered. */
  drop?: boolean
}

/** Deliveries with faults, which may be changed at any time. */
export function faultyDelivery(faults: DeliveryFaults): WebhookTransport {
  return {
    async fetch(url, init) {
      if (faults.drop) return new Response()
      const answers = await Promise.all(Array.from({ length: faults.times ?? 1 }, () => sendInOrder.fetch(url, init)))
      return answers.find(({ ok }) => !ok) ?? answers[0] ?? Response.error()
    },
    async deliverAll(due, deliver) {
      if (faults.shuffle) await Promise.all(shuffled(due).map(deliver))
      else await sendInOrder.deliverAll(due, deliver)
    },
  }
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
