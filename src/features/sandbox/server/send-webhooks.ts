import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { signWebhook } from './sign-webhook.ts'

/** How deliveries go wrong on purpose: each knob is something that a network and a provider may do. */
export type Knobs = {
  /** How often each event is delivered. */
  times?: number
  /** Waits so long before each delivery, in ms. */
  delayMs?: number
  /** Delivers what is due in any order, and all at once. */
  shuffle?: boolean
  /** Events that are never delivered. */
  drop?: (type: string) => boolean
}

type Post = { db: Db; deliverTo: () => string; secret: string; knobs: Knobs; log: (error: Error) => void }
type Due = { id: string; number: number; type: string; body: object; attempts: number }

/** So long another process leaves an event alone that this one has begun to deliver, in s. */
const leaseSeconds = 30
/** The first of these tries comes after 5 s, the last one about two days later; then the event is given up. */
const mostAttempts = 16

/** Delivers what is due; with `waiting` also what waits for its next try. Answers how many events were tried. */
export async function sendWebhooks(post: Post, { waiting = false } = {}): Promise<number> {
  const { rows } = await sql<Due>`
    update sandbox_events set due_at = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where id in (
      select id from sandbox_events where delivered_at is null and (due_at <= now() or ${waiting})
        and attempts < ${mostAttempts} order by number for update skip locked
    ) returning id, number, type, body, attempts`.execute(post.db)
  const due = rows.toSorted((a, b) => a.number - b.number)
  if (post.knobs.shuffle) await Promise.all(shuffled(due).map((event) => deliver(post, event)))
  else for (const event of due) await deliver(post, event)
  return due.length
}

async function deliver(post: Post, event: Due): Promise<void> {
  const { times = 1, delayMs = 0, drop } = post.knobs
  if (!drop?.(event.type)) {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    const outcomes = await Promise.all(Array.from({ length: times }, () => send(post, event)))
    if (!outcomes.every(Boolean)) return waitForNextTry(post.db, event)
  }
  await sql`update sandbox_events set delivered_at = now() where id = ${event.id}`.execute(post.db)
}

async function waitForNextTry(db: Db, { id, attempts }: Due): Promise<void> {
  const seconds = Math.min(5 * 2 ** (attempts - 1), 6 * 3600)
  await sql`update sandbox_events set due_at = now() + make_interval(secs => ${seconds}) where id = ${id}`.execute(db)
}

/** Sends an event as Stripe does; true when the receiver took it. */
async function send({ deliverTo, secret, log }: Post, { body }: Due): Promise<boolean> {
  const text = JSON.stringify(body)
  try {
    const answer = await fetch(deliverTo(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signWebhook(text, secret, new Date()),
      },
      body: text,
      redirect: 'error',
      signal: AbortSignal.timeout(20_000),
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch (error) {
    log(error as Error)
    return false
  }
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
