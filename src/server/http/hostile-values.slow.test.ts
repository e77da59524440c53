import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract'
import { cursorKeys } from '#platform/paging.ts'
import { type BillingSite, createBillingSite } from '#test/billing-site.ts'

let testSite: BillingSite
let admin: string
beforeAll(async () => {
  testSite = await createBillingSite()
  admin = await testSite.addUser('root', 'admin')
})
afterAll(() => testSite.close())

/** Texts that a schema may accept, and that PostgreSQL refuses as a number, a date, an id or a text. */
const texts = [
  '019a9d1e-7c00-7000-8000-00000000000g',
  '9'.repeat(30),
  '99999999999',
  '-1',
  '1e308',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-02-31',
  '0000-01-01',
  '00000000-0000-0000-0000-000000000000',
]
/** Valid values of fields whose schema needs more than a type. */
const dates = { madeOn: '2026-01-02' }
const numbers = [-1, 0, 1.5, 2 ** 31, 2 ** 53, 1e308, -1e308]

type Schema = { properties?: Record<string, Schema>; required?: string[]; type?: string; enum?: unknown[] }
const schemaOf = (schema: unknown) =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Schema
type Request = { params?: unknown; query?: unknown; body?: { content: Record<string, { schema: unknown }> } }

const endpoints = Object.entries(contract).map(([name, { method, path, ...route }]) => {
  const { params, query, body } = ('request' in route ? route.request : {}) as Request
  const json = body?.content['application/json']?.schema
  const fieldsOf = (schema: unknown) => (schema ? (schemaOf(schema).properties ?? {}) : {})
  return {
    name,
    method: method.toUpperCase(),
    path,
    params: fieldsOf(params),
    query: fieldsOf(query),
    body: fieldsOf(json),
  }
})

const sample = ({ type, enum: choices }: Schema): unknown =>
  choices?.[0] ??
  (type === 'array'
    ? []
    : type === 'object'
      ? {}
      : type === 'boolean'
        ? true
        : /^(number|integer)$/.test(String(type))
          ? 1
          : 'some text of a length')

/** Returns the requests with a hostile value in one field to which the server responds with an error of its own. */
const failuresOf = async ({ method, path, params, query, body }: (typeof endpoints)[number]) => {
  const address = (values: Record<string, string> = {}) =>
    path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent((values[name] ?? (name === 'id' ? id : String(sample(params[name] ?? {})))).toWellFormed()),
    )
  const { id } = await testSite.addPrompt()
  const isRead = method === 'GET' || method === 'DELETE'
  const base = { ...Object.fromEntries(Object.entries(body).map(([name, schema]) => [name, sample(schema)])), ...dates }
  const json = isRead ? undefined : base
  const requests = [
    ...Object.keys(params).flatMap((name) =>
      texts.slice(0, 2).map((text) => ({ url: address({ [name]: text }), json })),
    ),
    ...Object.keys(query).flatMap((name) =>
      texts.map((text) => ({ url: `${address()}?${new URLSearchParams({ [name]: text })}`, json })),
    ),
    ...(isRead ? [] : Object.keys(body)).flatMap((name) =>
      [...texts, ...numbers, [], {}, null, [texts[0]], [texts[3]]].map((value) => ({
        url: address(),
        json: { ...base, [name]: value },
      })),
    ),
  ]
  const failures: object[] = []
  for (const request of requests) {
    const { status, body } = await testSite.request(request.url, { method, as: admin, json: request.json })
    if (status >= 500) failures.push({ ...request, status, body })
  }
  return failures
}

describe('a value that the database can’t store or compare is refused at the edge', () => {
  it.each(endpoints)('by $name', async (endpoint) => {
    expect(await failuresOf(endpoint)).toEqual([])
  })

  it.each([
    ['time', 'timestamptz'],
    ['integer', 'integer'],
    ['bigint', 'bigint'],
    ['double', 'double precision'],
    ['text', 'text'],
  ] as const)('property: a cursor’s key of the type %s is one that %s takes', async (kind, type) => {
    const unit = fc.constantFrom(...'0123456789-+:.eETZ ', '2026-', '-01', '-31', '00:00', '\0', '\uD800', '99')
    const near = fc.constantFrom('2026-11-28 22:16:41.123456+00', '2026-02-29T10:00:00Z', '1.5e-9', '-12', '2147483647')
    const edited = fc
      .tuple(near, fc.nat(29), unit)
      .map(([text, at, piece]) => text.slice(0, at) + piece + text.slice(at + 1))
    const keys = fc.sample(fc.oneof(fc.string({ unit }), near, edited), 20_000).filter(cursorKeys[kind])
    expect(keys.length).toBeGreaterThan(10)
    const cast = sql`select count(key::${sql.raw(type)}) as count from unnest(${keys}::text[]) key`
    expect((await cast.execute(testSite.db)).rows).toEqual([{ count: keys.length }])
  })
})
