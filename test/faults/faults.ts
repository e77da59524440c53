import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import pg from 'pg'
import type Stripe from 'stripe'

/**
 * How a call fails: `refused` without effect; `lost` before it arrived; `unheard`: done, but the connection was lost before
 * the response. The last two end a database connection for good.
 */
export const faultKinds = ['refused', 'lost', 'unheard'] as const
export type FaultKind = (typeof faultKinds)[number]

/** A word in every internal error, which no response may contain. */
export const innerWord = 'xyzzy'

type Plan = { at: number; kind: FaultKind }
/** The calls of an act in order: statements, requests, checks after a write. `hit`: the failed one, if any. */
type Watch = { points: string[]; plan: Plan | null; hit: string | null }

const watches = new AsyncLocalStorage<Watch>()

/** Counts a call of the running act. Returns how it has to fail, or null. `never`: ways that can't happen. */
function reach(name: string, never: FaultKind[] = []): FaultKind | null {
  const watch = watches.getStore()
  if (!watch) return null
  watch.points.push(name)
  if (watch.plan?.at !== watch.points.length || never.includes(watch.plan.kind)) return null
  watch.hit = name
  return watch.plan.kind
}

/** Runs an act, and everything that it starts, with a planned failure. Nothing else in the process is counted or fails. */
export async function withFault<Result>(
  plan: Plan | null,
  act: () => Promise<Result>,
): Promise<{ result: Result } & Watch> {
  const watch: Watch = { points: [], plan, hit: null }
  const result = await watches.run(watch, act)
  return { result, ...watch }
}

/**
 * Makes statements, `fetch` calls and checks after a write fail as planned. Call it before creating a world. Returns the
 * function that undoes it.
 */
export function installFaults(): () => void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function faulty(this: pg.Client, ...words: unknown[]) {
    const text = typeof words[0] === 'string' ? words[0] : String((words[0] as { text?: string } | undefined)?.text)
    const kind = reach(`statement: ${text.trim().replace(/\s+/g, ' ').slice(0, 90)}`, impossible(this, text.trim()))
    const run = (...args: unknown[]) => Reflect.apply(query, this, args)
    return kind === null ? run(...words) : failStatement(this, kind, () => run(...words), run)
  } as typeof query
  const { fetch } = globalThis
  globalThis.fetch = async (...words) => {
    const kind = reach('call of a model')
    if (kind === 'refused') return new Response(JSON.stringify({ error: { message: innerWord } }), { status: 500 })
    if (kind === 'lost') throw new TypeError(`fetch failed: ${innerWord}`)
    const response = await fetch(...words)
    return kind === 'unheard' ? cutShort(response) : response
  }
  return () => {
    pg.Client.prototype.query = query
    globalThis.fetch = fetch
  }
}

/** Connections in the middle of a transaction. */
const begun = new WeakSet<pg.Client>()

/**
 * The ways that can't happen. A server can't refuse a rollback. Before the commit, a lost connection ends the transaction
 * whether or not the statement arrived, so `lost` and `unheard` are the same.
 */
function impossible(client: pg.Client, text: string): FaultKind[] {
  const [word = ''] = text.toLowerCase().split(/\W/)
  const isInside = begun.has(client)
  if (word === 'begin' || word === 'start') begun.add(client)
  if (word === 'commit' || word === 'rollback') begun.delete(client)
  if (word === 'rollback') return ['refused', 'unheard']
  return word !== 'commit' && (isInside || word === 'select' || word === 'begin') ? ['unheard'] : []
}

async function failStatement(
  client: pg.Client,
  kind: FaultKind,
  run: () => Promise<unknown>,
  ask: (text: string) => Promise<unknown>,
): Promise<unknown> {
  if (kind === 'refused')
    return ask(`do $$ begin raise exception 'inner words: ${innerWord}' using errcode = 'XX000'; end $$`)
  if (kind === 'unheard') await run()
  const ended = once(client, 'end')
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
  stream.destroy()
  await ended
  throw new Error(`Connection terminated unexpectedly: ${innerWord}`)
}

/** The same response, which breaks off after its first piece. */
function cutShort({ body, headers, status }: Response): Response {
  const reader = body?.getReader()
  let pieces = 0
  const broken = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = pieces++ === 0 ? await reader?.read() : undefined
      if (piece?.value) return controller.enqueue(piece.value)
      await reader?.cancel()
      controller.error(new TypeError(`terminated: ${innerWord}`))
    },
  })
  return new Response(broken, { headers, status })
}

export const postWriteCheck = 'check after the write'

/** The check after a write, which fails as planned. */
export async function faultyLook(): Promise<void> {
  if (reach(postWriteCheck) !== null) throw new Error(`The check failed: ${innerWord}`)
}

/** Stripe's client, whose calls fail as planned, like after its own retries. */
export function faultyStripe(stripe: Stripe): Stripe {
  const wrap = (thing: object, path: string): object =>
    new Proxy(thing, {
      get(target, name) {
        const value = Reflect.get(target, name)
        const inner = `${path}.${String(name)}`
        if (typeof name === 'symbol' || name.startsWith('_') || inner.startsWith('stripe.webhooks')) return value
        if (typeof value === 'function')
          return (...words: unknown[]) => callProvider(inner, () => Reflect.apply(value, target, words))
        return value !== null && typeof value === 'object' ? wrap(value, inner) : value
      },
    })
  return wrap(stripe, 'stripe') as Stripe
}

function callProvider(name: string, call: () => unknown): unknown {
  const kind = reach(`call of the provider: ${name}`)
  if (kind === null) return call()
  const fail = (type: string) => Promise.reject(Object.assign(new Error(`No answer: ${innerWord}`), { type }))
  if (kind === 'refused') return fail('StripeAPIError')
  if (kind === 'lost') return fail('StripeConnectionError')
  return Promise.resolve(call()).then(() => fail('StripeConnectionError'))
}
