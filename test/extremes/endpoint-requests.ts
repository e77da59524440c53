import { cutText } from '#lib/well-formed.ts'
import type { ApiDescription } from '#server/http/openapi.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  maxLength?: number
  minimum?: number
  items?: Schema
  minItems?: number
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Parameter = { in: string; name: string; schema?: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}

/** An endpoint, and what requests it with a text in every place that takes one. */
export type Endpoint = { title: string; method: string; request: (text: string) => { path: string; json?: unknown } }

/** The longest address that Node's HTTP server accepts leaves this many characters for parameters. */
const addressMax = 4_000

/**
 * Lists the API's endpoints from its OpenAPI document, so that new ones are found. `ids`: the values of parameters in
 * paths.
 */
export function endpointsOf(description: ApiDescription, ids: (path: string, name: string) => string): Endpoint[] {
  const schemas = (description.components?.schemas ?? {}) as Record<string, Schema>
  return Object.entries(description.paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(([method, { parameters = [], requestBody }]) => {
      const body = requestBody?.content?.['application/json']?.schema
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => ids(path, name))
      return {
        title: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        request: (text: string) => ({
          path: `${address}${queryOf(parameters, text)}`,
          ...(body && { json: sampleOf(body, text) }),
        }),
      }
    }),
  )

  function queryOf(parameters: Parameter[], text: string): string {
    const texts = parameters.filter(({ in: place, schema }) => place === 'query' && isText(schema))
    if (texts.length === 0) return ''
    const max = Math.floor(addressMax / texts.length)
    return `?${new URLSearchParams(texts.map(({ name, schema }) => [name, cut(text, Math.min(schema?.maxLength ?? max, max))]))}`
  }

  function isText(schema: Schema | undefined): boolean {
    return schema?.type === 'string' && !schema.enum && schema.format !== 'uuid'
  }

  function sampleOf(schema: Schema, text: string): unknown {
    const { $ref, anyOf, oneOf, allOf, properties, items } = schema
    if ($ref) return sampleOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, text)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    const [choice] = anyOf ?? oneOf ?? []
    if (choice) return sampleOf(choice, text)
    if (allOf) return Object.assign({}, ...allOf.map((part) => sampleOf(part, text)))
    if (properties)
      return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, sampleOf(part, text)]))
    switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
      case 'string':
        return schema.format === 'uuid' ? ids('', 'id') : cut(text, schema.maxLength ?? text.length)
      case 'array':
        return items ? [sampleOf(items, text)] : []
      case 'integer':
      case 'number':
        return schema.minimum ?? 1
      case 'boolean':
        return true
      case 'object':
        return typeof schema.additionalProperties === 'object' ? { a: sampleOf(schema.additionalProperties, text) } : {}
      default:
        return null
    }
  }
}

/** The first `max` UTF-16 units of a text, without half a character at the end. */
function cut(text: string, max: number): string {
  return cutText(text, max)
}
