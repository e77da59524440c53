import { formatNumber } from '#lib/numbers.ts'
import type { ReferenceField } from '../contract.ts'

/** The parts of a JSON Schema in an OpenAPI document that the reference reads. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  items?: Schema
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  default?: unknown
  example?: unknown
  description?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** The named schemas of an OpenAPI document. */
export type Schemas = Record<string, Schema>

/** How deep fields of unnamed objects are listed, such as `answers[].model.name`. */
const depthMax = 4
/** How deep examples go. */
const exampleDepthMax = 8
/** How long a line of an example with a list or an object may be, in characters. */
const lineMax = 56

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** Returns a type in the notation of TypeScript. */
export function typeOf(schema: Schema | undefined): string {
  if (!schema) return 'any'
  if (schema.$ref) return nameOf(schema.$ref)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ')
  if (schema.allOf) return typeOf(schema.allOf.find(({ $ref }) => $ref) ?? schema.allOf[0])
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  return [schema.type ?? 'object']
    .flat()
    .map((type) => plainTypeOf(type, schema))
    .join(' | ')
}

function plainTypeOf(type: string, { items, additionalProperties, properties }: Schema): string {
  if (type === 'array') {
    const item = typeOf(items)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (type === 'object' && !properties && typeof additionalProperties === 'object')
    return `{ [name]: ${typeOf(additionalProperties)} }`
  return type
}

/** Returns the name of the first schema that a type names, or null if it names none. */
export function namedIn(schema: Schema | undefined): string | null {
  if (!schema) return null
  if (schema.$ref) return nameOf(schema.$ref)
  const { items, additionalProperties } = schema
  const parts = [...(schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []), items]
  if (typeof additionalProperties === 'object') parts.push(additionalProperties)
  for (const part of parts) {
    const name = namedIn(part)
    if (name) return name
  }
  return null
}

/** Returns the names of all schemas that a schema contains, at any depth, without those inside of named schemas. */
export function namesIn(schema: Schema | undefined): string[] {
  if (!schema) return []
  if (schema.$ref) return [nameOf(schema.$ref)]
  const { anyOf = [], oneOf = [], allOf = [], properties = {}, items, additionalProperties } = schema
  const parts = [...anyOf, ...oneOf, ...allOf, ...Object.values(properties), items]
  if (typeof additionalProperties === 'object') parts.push(additionalProperties)
  return parts.flatMap(namesIn)
}

/** Returns the object that a schema describes: a named one is looked up, and the parts of others are joined. */
export function objectOf(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref) return objectOf(schemas[nameOf(schema.$ref)] ?? {}, schemas)
  const parts = schema.allOf ?? schema.oneOf ?? schema.anyOf
  if (!parts) return schema
  const objects = parts.map((part) => objectOf(part, schemas))
  const required = schema.allOf
    ? objects.flatMap((part) => part.required ?? [])
    : (objects[0]?.required ?? []).filter((name) => objects.every((part) => part.required?.includes(name)))
  return {
    description: schema.description ?? objects.find(({ description }) => description)?.description,
    properties: Object.assign({}, ...objects.map(({ properties }) => properties)),
    required,
  }
}

/** Returns the fields of an object. Those of unnamed objects inside of it follow with their path. */
export function fieldsOf(schema: Schema, schemas: Schemas, prefix = '', depth = 1): ReferenceField[] {
  const { properties = {}, required = [], items } = objectOf(schema, schemas)
  if (items) return fieldsOf(items, schemas, `${prefix}[].`, depth)
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const described = describeField(path, field, required.includes(name))
    const inner = field.items ?? field
    const isUnnamed = !namedIn(field) && (inner.properties || inner.allOf || inner.oneOf || inner.anyOf)
    const nested =
      isUnnamed && depth < depthMax ? fieldsOf(inner, schemas, `${path}${field.items ? '[]' : ''}.`, depth + 1) : []
    return [described, ...nested]
  })
}

/** Describes a field or parameter, with its limits after its description. */
export function describeField(name: string, schema: Schema, required: boolean): ReferenceField {
  return {
    name,
    type: typeOf(schema),
    schema: namedIn(schema),
    required,
    description: [schema.description, limitsOf(schema)].filter(Boolean).join(' '),
  }
}

/** Says what a value may be, such as “3 to 200 characters. Default: 20.” */
function limitsOf(schema: Schema): string {
  const parts = [
    rangeOf(schema.minLength, schema.maxLength, 'characters'),
    rangeOf(schema.minItems, schema.maxItems, 'items'),
    rangeOf(schema.minimum, schema.maximum),
    schema.format === 'uuid' && 'A UUID.',
    schema.format === 'date-time' && `Such as ${schema.example ?? '2026-11-20T09:30:00.000Z'}.`,
    schema.default !== undefined && `Default: ${JSON.stringify(schema.default)}.`,
  ]
  return parts.filter(Boolean).join(' ')
}

function rangeOf(min: number | undefined, max: number | undefined, unit?: string): string {
  const of = unit ? ` ${unit}` : ''
  if (max !== undefined)
    return min ? `${formatNumber(min)} to ${formatNumber(max)}${of}.` : `Up to ${formatNumber(max)}${of}.`
  if (!min) return ''
  return min === 1 && unit ? 'Not empty.' : `At least ${formatNumber(min)}${of}.`
}

/**
 * Returns an example value: what the schema says, or the smallest value that it allows. Objects have their required
 * fields, or the first one if none is required. Texts that readers replace are in capitals, named after their field.
 */
export function exampleOf(schema: Schema, schemas: Schemas, name = 'TEXT', depth = 1): unknown {
  if (schema.example !== undefined) return schema.example
  if (schema.$ref) return exampleOf(schemas[nameOf(schema.$ref)] ?? {}, schemas, name, depth)
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const choices = schema.anyOf ?? schema.oneOf
  const types = [schema.type].flat()
  // What may be null is null in an example, unless it is the whole body.
  if (depth > 1 && (types.includes('null') || choices?.some(({ type }) => type === 'null'))) return null
  if (choices?.[0]) return exampleOf(choices[0], schemas, name, depth)
  const [type] = types
  if (type === 'array') return schema.items ? [exampleOf(schema.items, schemas, name, depth + 1)] : []
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type === 'string') return exampleText(schema.format, name)
  const { properties = {}, required = [] } = objectOf(schema, schemas)
  const names = Object.keys(properties)
  const shown = names.filter((field) => required.includes(field))
  if (depth > exampleDepthMax) return {}
  return Object.fromEntries(
    (shown.length > 0 ? shown : names.slice(0, 1)).map((field) => [
      field,
      exampleOf(properties[field] ?? {}, schemas, field, depth + 1),
    ]),
  )
}

function exampleText(format: string | undefined, name: string): string {
  if (format === 'uuid') return '019a9d1e-7c00-7000-8000-000000000001'
  if (format === 'date-time') return '2026-11-20T09:30:00.000Z'
  return format === 'date' ? '2026-11-20' : name.toUpperCase()
}

/** Returns a value as JSON in which short lists and objects are on one line. */
export function jsonExample(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => jsonExample(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${jsonExample(item, inner)}`)
  const [open, close, space] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' ']
  if (parts.length === 0) return open + close
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (!line.includes('\n') && line.length + indent.length <= lineMax) return line
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}
