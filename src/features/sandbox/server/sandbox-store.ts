import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { noSuchObject } from './sandbox-error.ts'
import type { Kind, Kinds, SandboxObject } from './sandbox-objects.ts'

/** Reads and changes the sandbox's objects for one request, in one transaction. */
export type Store = {
  /** The time of the request, in s. */
  now: number
  /** Returns an object. Throws SandboxError if there is none. `param` is the request's field with the object's id. */
  get<K extends Kind>(kind: K, id: string, param?: string): Promise<Kinds[K]>
  /** Lists the objects of a kind that contain the fields of `matching`, newest first. */
  list<K extends Kind>(kind: K, matching?: object): Promise<Kinds[K][]>
  /** Inserts an object, or replaces the one with the same id. */
  put(object: SandboxObject): Promise<void>
  remove(id: string): Promise<void>
  /** Returns the newest hundred events. */
  listEvents(): Promise<object[]>
  /** Stores an event. It is sent as a webhook after the transaction has been committed. */
  emit(type: string, object: SandboxObject): Promise<void>
}

/** Creates an id in Stripe's format that is marked as the sandbox's. */
export function sandboxId(prefix: string): string {
  return `${prefix}_sandbox_${randomBytes(9).toString('hex')}`
}

/** Returns a time in whole seconds since 1970, as in Stripe's API. */
export function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

/** Opens the store. A lock allows only one request at a time, so that objects are in the order of the requests. */
export async function openStore(tx: Tx, now: Date): Promise<Store> {
  await sql`select pg_advisory_xact_lock(hashtext('promptarium sandbox'))`.execute(tx)

  async function list<K extends Kind>(kind: K, matching: object = {}): Promise<Kinds[K][]> {
    const { rows } = await sql<{ body: Kinds[K] }>`
      select body from sandbox_objects where kind = ${kind} and body @> ${JSON.stringify(matching)}::jsonb
      order by number desc`.execute(tx)
    return rows.map(({ body }) => body)
  }

  async function get<K extends Kind>(kind: K, id: string, param = 'id'): Promise<Kinds[K]> {
    const { rows } = await sql<{ body: Kinds[K] }>`
      select body from sandbox_objects where id = ${id} and kind = ${kind}`.execute(tx)
    if (!rows[0]) throw noSuchObject(id, param)
    return rows[0].body
  }

  return {
    now: secondsOf(now),
    list,
    get,
    async put(object) {
      const customer = 'customer' in object ? object.customer : null
      await sql`
        insert into sandbox_objects (id, kind, customer, body)
        values (${object.id}, ${object.object}, ${customer}, ${JSON.stringify(object)}::jsonb)
        on conflict (id) do update set body = excluded.body, customer = excluded.customer`.execute(tx)
    },
    async remove(id) {
      await sql`delete from sandbox_objects where id = ${id}`.execute(tx)
    },
    async listEvents() {
      const { rows } = await sql<{ body: object }>`
        select body from sandbox_events order by number desc limit 100`.execute(tx)
      return rows.map(({ body }) => body)
    },
    async emit(type, object) {
      const id = sandboxId('evt')
      const body = {
        id,
        object: 'event',
        type,
        created: secondsOf(now),
        livemode: false,
        pending_webhooks: 1,
        data: { object },
      }
      await sql`
        insert into sandbox_events (id, type, body, created_at, due_at)
        values (${id}, ${type}, ${JSON.stringify(body)}::jsonb, ${now}, now())`.execute(tx)
    },
  }
}
