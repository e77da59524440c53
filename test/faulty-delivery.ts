import { sendInOrder, type WebhookTransport } from '#features/sandbox/server/send-webhooks.ts'

/** Faults in the delivery of webhooks, as a network or a provider may cause them. */
export type DeliveryFaults = {
  /** How many times each event is delivered. */
  times?: number
  /** Delivers due webhooks in random order, all at the same time. */
  shuffle?: boolean
  /** Loses every delivery, while the provider believes that it arrived. */
  drop?: boolean
}

/** Delivers webhooks with these faults, which may be changed at any time. */
export function faultyDelivery(faults: DeliveryFaults): WebhookTransport {
  return {
    async fetch(url, init) {
      if (faults.drop) return new Response()
      const responses = await Promise.all(Array.from({ length: faults.times ?? 1 }, () => sendInOrder.fetch(url, init)))
      return responses.find(({ ok }) => !ok) ?? responses[0] ?? Response.error()
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
