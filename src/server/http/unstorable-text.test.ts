import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract'
import { type BillingSite, createBillingSite } from '#test/billing-site.ts'

let testSite: BillingSite
let admin: string
beforeAll(async () => {
  testSite = await createBillingSite()
  admin = await testSite.addUser('root', 'admin')
})
afterAll(() => testSite.close())

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  minItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
}
type TextField = { path: string[]; withText: (text: string) => unknown }

const schemaOf = (schema: unknown) =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Schema
const isFreeText = ({ type, enum: choices, const: constant, format }: Schema) =>
  type === 'string' && choices === undefined && constant === undefined && format === undefined

/** Valid values for fields with rules that the JSON schema doesn't contain. */
const validFields: Record<string, unknown> = {
  username: 'somebody',
  email: 'somebody@example.test',
  label: 'production',
}
/** The same for bodies, by endpoint. `field`: the top-level field that gets the text under test. */
const validBodyFields: Record<string, (field: string) => object> = {
  editProfile: (field) => (field === 'link' ? {} : { link: null }),
  compareModels: (field) => ({
    models: ['composer', 'checker'],
    pasted: field === 'models' ? [{ model: 'My own', text: 'High and low.' }] : [],
    ...(field !== 'content' && { promptId: 'one' }),
  }),
}

/** Returns a value that matches a schema closely enough for this test. */
function sampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return sampleOf(choice.find(({ type }) => type !== 'null') ?? choice[0] ?? {})
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, validFields[name] ?? sampleOf(schema.properties?.[name] ?? {})]),
    )
  if (schema.type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}))
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return true
  if (schema.format === 'uuid') return '019a9d1e-7c00-7000-8000-000000000001'
  if (schema.format === 'date') return '2026-01-02'
  if (schema.format === 'email') return 'somebody@example.test'
  if (schema.format === 'uri') return 'https://example.test/'
  return 'text of some length'.padEnd(schema.minLength ?? 0, '.')
}

/**
 * Finds all fields for free text in a value of this schema. Returns the path of each, and a function that returns the
 * value with another text in that field. In a record, these are the text of an entry and its name.
 */
function findTextFields(schema: Schema, value: unknown, path: string[] = []): TextField[] {
  if (isFreeText(schema)) return [{ path, withText: (text) => text }]
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return choice.flatMap((one) => findTextFields(one, sampleOf(one), path))
  if (schema.type === 'object') {
    const base = Object(value) as Record<string, unknown>
    if (typeof schema.additionalProperties === 'object') {
      const { additionalProperties, propertyNames = {} } = schema
      const entryName = propertyNames.enum ? String(propertyNames.enum[0]) : 'entry'
      const texts = findTextFields(additionalProperties, '', [...path, entryName]).map(({ path, withText }) => ({
        path,
        withText: (text: string) => ({ ...base, [entryName]: withText(text) }),
      }))
      // The error about the name of an entry names the record.
      const name = { path, withText: (text: string) => ({ ...base, [text]: 'text' }) }
      return isFreeText(propertyNames) ? [...texts, name] : texts
    }
    return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      findTextFields(inner, sampleOf(inner), [...path, name]).map(({ path, withText }) => ({
        path,
        withText: (text: string) => ({ ...base, [name]: withText(text) }),
      })),
    )
  }
  if (schema.type === 'array' && schema.items) {
    const { items } = schema
    return findTextFields(items, sampleOf(items), [...path, '0']).map(({ path, withText }) => ({
      path,
      withText: (text) => [
        withText(text),
        ...Array.from({ length: (schema.minItems ?? 1) - 1 }, () => sampleOf(items)),
      ],
    }))
  }
  return []
}

/** Counts the free texts anywhere in a schema. Unlike `findTextFields`, it needn't know how schemas nest. */
function countFreeTexts(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (isFreeText(value)) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + countFreeTexts(inner), 0)
}

type Request = { params?: unknown; query?: unknown; body?: { content: Record<string, { schema: unknown }> } }
const endpoints = Object.entries(contract).map(([name, { method, path, ...route }]) => {
  const { params, query, body } = ('request' in route ? route.request : {}) as Request
  const json = body?.content['application/json']?.schema
  return {
    name,
    method: method.toUpperCase(),
    path,
    params: params ? schemaOf(params) : {},
    query: query ? schemaOf(query) : {},
    body: json ? schemaOf(json) : {},
  }
})

/** The address of an endpoint, with `values` for the parameters in its path. Missing values are replaced by samples. */
function addressOf({ path, params }: (typeof endpoints)[number], values: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(values[name] ?? String(validFields[name] ?? sampleOf(params.properties?.[name] ?? {}))),
  )
}

/** The fields of `validBodyFields` that the body needs in addition to the field under test. */
function otherFields(name: string, [field = '']: string[]): object {
  const { [field]: _, ...others } = { [field]: null, ...validBodyFields[name]?.(field) }
  return others
}

const bodies = endpoints.flatMap((endpoint) =>
  findTextFields(endpoint.body, sampleOf(endpoint.body)).flatMap(({ path, withText }) =>
    // The second text contains half of a surrogate pair.
    ['NUL \0', 'half \uD800'].map((text) => ({
      ...endpoint,
      field: path.join('.'),
      text,
      json: { ...(withText(`Some text, ${text}`) as object), ...otherFields(endpoint.name, path) },
    })),
  ),
)
const queries = endpoints.flatMap((endpoint) =>
  findTextFields(endpoint.query, {}).map(({ path: [field = ''] }) => ({ ...endpoint, field })),
)
const params = endpoints.flatMap((endpoint) =>
  findTextFields(endpoint.params, {}).map(({ path: [field = ''] }) => ({ ...endpoint, field })),
)

/** The parameters without which the endpoint refuses a query before it looks at the others. */
const requiredQuery: Record<string, Record<string, string>> = { listDependentPrompts: { model: 'steady' } }

const refused = (field: string) => ({
  status: 400,
  body: { code: 'validation_failed', fields: expect.toSatisfy((fields) => namesField(fields, field)) },
})
/** Whether an error names a field or a part of it, such as `tags.0`: lists in a query are split before validation. */
const namesField = (fields: object, field: string) =>
  Object.keys(fields).some((name) => name === field || name.startsWith(`${field}.`))

describe('a text that can’t be stored is refused with an error that names its field', () => {
  it.each(['body', 'query', 'params'] as const)('in every free text that the contract has in a %s', (part) => {
    const count = (countIn: (schema: Schema) => number) =>
      endpoints.map((endpoint) => [endpoint.name, countIn(endpoint[part])] as const).filter(([, count]) => count > 0)
    const counts = count(countFreeTexts)
    expect(count((schema) => findTextFields(schema, sampleOf(schema)).length)).toEqual(counts)
    expect(counts.length).toBeGreaterThan(20)
  })

  it.each(bodies)('in the body of $name: $field, $text', async ({ field, json, ...endpoint }) => {
    const { method } = endpoint
    const response = await testSite.request(addressOf(endpoint), { method, as: admin, json })
    expect(response).toMatchObject(refused(field))
  })

  it.each(queries)('in the query of $name: $field', async ({ field, ...endpoint }) => {
    const { method } = endpoint
    const address = `${addressOf(endpoint)}?${new URLSearchParams({ ...requiredQuery[endpoint.name], [field]: 'text\0' })}`
    expect(await testSite.request(address, { method, as: admin })).toMatchObject(refused(field))
  })

  it.each(params)('in the path of $name: $field', async ({ field, ...endpoint }) => {
    const { method } = endpoint
    const json = method === 'GET' || method === 'DELETE' ? undefined : sampleOf(endpoint.body)
    const response = await testSite.request(addressOf(endpoint, { [field]: 'text\0' }), { method, as: admin, json })
    expect(response).toMatchObject(refused(field))
  })
})
