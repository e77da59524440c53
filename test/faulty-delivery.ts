import { orderedTransport, type WebhookTransport } from '#features/sandbox/server/send-webhooks.ts'

/** Ways in which the delivery of webhooks can go wrong. */
export type DeliveryFaults = {
  /** How many times each event is delivered. If it is unset, once. */
  times?: number
  /** Whether the webhooks that are due are delivered in random order, all at the same time. */
  isShuffled?: boolean
  /** Whether every delivery is lost, although the provider believes that it arrived. */
  isDropped?: boolean
}

/** Delivers webhooks with these faults. The faults may be changed at any time. */
export function faultyDelivery(faults: DeliveryFaults): WebhookTransport {
  return {
    async fetch(url, init) {
      if (faults.isDropped) return new Response()
      const responses = await Promise.all(
        Array.from({ length: faults.times ?? 1 }, () => orderedTransport.fetch(url, init)),
      )
      return responses.find(({ ok }) => !ok) ?? responses[0] ?? Response.error()
    },
    async deliverAll(due, deliver) {
      if (faults.isShuffled) await Promise.all(shuffled(due).map(deliver))
      else await orderedTransport.deliverAll(due, deliver)
    },
  }
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
