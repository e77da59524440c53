import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import pg from 'pg'
import type Stripe from 'stripe'
import { cutText } from '#lib/well-formed.ts'

/**
 * How a call fails. `refused`: with an error and without any effect. `lost`: the connection was lost before the call
 * arrived. `response-lost`: the call had its effect, but the connection was lost before the response. A database
 * connection that is lost stays closed.
 */
export const faultKinds = ['refused', 'lost', 'response-lost'] as const
export type FaultKind = (typeof faultKinds)[number]

/** A word in the error message of every failure. No response may contain it. */
export const internalMarker = 'xyzzy'

/** Which call fails, and how. `at`: the number of the call, counted from 1. */
type Plan = { at: number; kind: FaultKind }
/** A call that the tested action makes, and the ways in which it can fail. */
type Call = { name: string; kinds: FaultKind[] }
/**
 * The calls that an action makes, in order: statements, requests, and checks after a write. `hit`: the name of the call
 * that failed, if any.
 */
type Watch = { calls: Call[]; plan: Plan | null; hit: string | null }

const watches = new AsyncLocalStorage<Watch>()

/**
 * Counts a call that the running action makes. Returns how the call must fail, or null if no failure is planned for
 * it. `never`: the kinds of failure that this call can't have.
 */
function countCall(name: string, never: FaultKind[] = []): FaultKind | null {
  const watch = watches.getStore()
  if (!watch) return null
  watch.calls.push({ name, kinds: faultKinds.filter((kind) => !never.includes(kind)) })
  if (watch.plan?.at !== watch.calls.length || never.includes(watch.plan.kind)) return null
  watch.hit = name
  return watch.plan.kind
}

/**
 * Runs an action with a planned failure, or without one if `plan` is null. Of all calls in this process, only those
 * that the action makes are counted and may fail.
 */
export async function withFault<Result>(
  plan: Plan | null,
  act: () => Promise<Result>,
): Promise<{ result: Result } & Watch> {
  const watch: Watch = { calls: [], plan, hit: null }
  const result = await watches.run(watch, act)
  return { result, ...watch }
}

/**
 * Makes SQL statements and `fetch` calls fail as planned. Call it before a test site is created. Returns a function
 * that undoes it. `faultyPostWriteCheck` and `faultyStripe` do the same for other calls.
 */
export function installFaults(): () => void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function faulty(this: pg.Client, ...args: unknown[]) {
    const text = typeof args[0] === 'string' ? args[0] : String((args[0] as { text?: string } | undefined)?.text)
    const kind = countCall(
      `statement: ${cutText(text.trim().replace(/\s+/g, ' '), 90)}`,
      impossibleKinds(this, text.trim()),
    )
    const run = (...args: unknown[]) => Reflect.apply(query, this, args)
    return kind === null ? run(...args) : failStatement(this, kind, () => run(...args), run)
  } as typeof query
  const { fetch } = globalThis
  globalThis.fetch = async (...fetchArgs) => {
    const kind = countCall('call to a model')
    if (kind === 'refused') return new Response(JSON.stringify({ error: { message: internalMarker } }), { status: 500 })
    if (kind === 'lost') throw new TypeError(`fetch failed: ${internalMarker}`)
    const response = await fetch(...fetchArgs)
    return kind === 'response-lost' ? breakAfterFirstChunk(response) : response
  }
  return () => {
    pg.Client.prototype.query = query
    globalThis.fetch = fetch
  }
}

/** The connections that have an open transaction. */
const openTransactions = new WeakSet<pg.Client>()

/**
 * Returns the kinds of failure that a statement can't have, and updates `openTransactions`. A server can't refuse a
 * rollback. `response-lost` would be the same as `lost` for a read or a BEGIN, which change nothing, and inside a
 * transaction (except for its COMMIT), which the lost connection rolls back.
 */
function impossibleKinds(client: pg.Client, text: string): FaultKind[] {
  const [word = ''] = text.toLowerCase().split(/\W/)
  const isInside = openTransactions.has(client)
  if (word === 'begin' || word === 'start') openTransactions.add(client)
  if (word === 'commit' || word === 'rollback') openTransactions.delete(client)
  if (word === 'rollback') return ['refused', 'response-lost']
  return word !== 'commit' && (isInside || word === 'select' || word === 'begin') ? ['response-lost'] : []
}

async function failStatement(
  client: pg.Client,
  kind: FaultKind,
  run: () => Promise<unknown>,
  runStatement: (text: string) => Promise<unknown>,
): Promise<unknown> {
  if (kind === 'refused')
    return runStatement(
      `do $$ begin raise exception 'internal error: ${internalMarker}' using errcode = 'XX000'; end $$`,
    )
  if (kind === 'response-lost') await run()
  const ended = once(client, 'end')
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
  stream.destroy()
  await ended
  throw new Error(`Connection terminated unexpectedly: ${internalMarker}`)
}

/** Returns a response that equals this one, but breaks off after its first chunk. */
function breakAfterFirstChunk({ body, headers, status }: Response): Response {
  const reader = body?.getReader()
  let readCount = 0
  const broken = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = readCount++ === 0 ? await reader?.read() : undefined
      if (chunk?.value) return controller.enqueue(chunk.value)
      await reader?.cancel()
      controller.error(new TypeError(`terminated: ${internalMarker}`))
    },
  })
  return new Response(broken, { headers, status })
}

export const postWriteCheck = 'check after the write'

/**
 * An `afterWrite` for the app, which calls it after each successful write, before the response (request-guards.ts). It
 * does nothing unless a failure is planned for it.
 */
export async function faultyPostWriteCheck(): Promise<void> {
  if (countCall(postWriteCheck) !== null) throw new Error(`The check failed: ${internalMarker}`)
}

/** Wraps Stripe's client. Its calls fail as planned, as if the client's own retries had failed too. */
export function faultyStripe(stripe: Stripe): Stripe {
  const wrap = (client: object, path: string): object =>
    new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name)
        const inner = `${path}.${String(name)}`
        if (typeof name === 'symbol' || name.startsWith('_') || inner.startsWith('stripe.webhooks')) return value
        if (typeof value === 'function')
          return (...args: unknown[]) => callProvider(inner, () => Reflect.apply(value, target, args))
        return value !== null && typeof value === 'object' ? wrap(value, inner) : value
      },
    })
  return wrap(stripe, 'stripe') as Stripe
}

function callProvider(name: string, call: () => unknown): unknown {
  const kind = countCall(`call to the payment provider: ${name}`)
  if (kind === null) return call()
  const fail = (type: string) => Promise.reject(Object.assign(new Error(`No answer: ${internalMarker}`), { type }))
  if (kind === 'refused') return fail('StripeAPIError')
  if (kind === 'lost') return fail('StripeConnectionError')
  return Promise.resolve(call()).then(() => fail('StripeConnectionError'))
}
