import { Ajv2020, type AnySchema, type ErrorObject } from 'ajv/dist/2020.js'
import { t } from '#lib/texts.ts'
import { cutText, toStorable } from '#lib/well-formed.ts'
import { checkLimits, depthOf } from '../check-rules.ts'
import { compilePattern, PatternError } from './re2js.ts'

/** Describes in a sentence how a value violates a schema. Returns null if the value fits. */
export type SchemaCheck = (value: unknown) => string | null

/**
 * How many parts a schema may have after its references are resolved. Subschemas, the values of most keywords, and each
 * value of an `enum` are parts.
 */
const partsMax = 500
/** How many of these parts may have `uniqueItems`, which compares all items of an array. */
const uniqueItemsMax = 20
/**
 * The limit for the number of a schema's parts times the number of values in an answer. Each part may check each value,
 * which takes about 30 ns.
 */
const workMax = 2_000_000
/** Keywords that could refer to other schemas, or recurse in ways that show only during validation. */
const refusedKeywords = new Set('$id $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor id'.split(' '))
/** Keywords to drop. They don't constrain values, and ajv's own `$async` would make the validation asynchronous. */
const ignoredKeywords = new Set(['$async', '$schema', '$vocabulary'])
/** Keywords whose value is data rather than a schema. */
const dataKeywords = new Set(['const', 'enum', 'default', 'examples'])
/** Keywords whose value is an object with names, rather than keywords, as its keys. */
const nameKeywords = new Set(
  'properties patternProperties $defs definitions dependentSchemas dependentRequired dependencies'.split(' '),
)

/**
 * Compiles a JSON Schema (2020-12) with the library ajv. Resolves the internal references first, so that the lengths of
 * the schema and the value limit the time of a check. Throws an Error whose message says in a sentence what is wrong.
 */
export function compileSchema(text: string): SchemaCheck {
  const { schema, partCount } = expand(parse(text))
  // Each schema gets a new instance of ajv, so that no schema affects another.
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    addUsedSchema: false,
    logger: false,
    // ajv requires that the function has a property `code`, but uses it only when it writes standalone modules.
    code: { regExp: Object.assign(createPatternCompiler(checkLimits.patternSize), { code: 'linear' }) },
  })
  // Replaces ajv's own implementation, which takes quadratic time.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isOn: boolean, items: unknown[]) => !isOn || areDistinct(items),
    error: { message: 'must NOT have duplicate items' },
  })
  const validate = compile(ajv, schema)
  return (value) => {
    if (partCount * countValues(value) > workMax) return t('The answer has too many values for a schema of this size.')
    return validate(value) ? null : describe(validate.errors?.[0])
  }
}

/** Counts the values in a JSON value, including itself. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, part) => sum + countValues(part), 1)
}

/** Returns a function that compiles the patterns of one schema and limits their total size. */
function createPatternCompiler(sizeMax: number) {
  let size = 0
  return (pattern: string) => {
    const compiled = compilePattern(pattern)
    size += compiled.size
    if (size > sizeMax) throw new Error('its patterns together are too long. Use fewer or shorter ones')
    return compiled
  }
}

function parse(text: string): unknown {
  if (depthOf(text) > checkLimits.jsonDepth) throw new Error('This schema is nested too deeply.')
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('This schema isn’t JSON.')
  }
}

function compile(ajv: Ajv2020, schema: AnySchema) {
  try {
    return ajv.compile(schema)
  } catch (error) {
    if (error instanceof PatternError) throw error
    throw new Error(`This isn’t a valid JSON Schema: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** Describes an error in a sentence. Removes or replaces characters that PostgreSQL can't store. */
function describe(error: ErrorObject | undefined): string {
  const at = error?.instancePath ? `${cutText(toStorable(error.instancePath), 200)} ` : 'It '
  return `${at}${cutText(toStorable(error?.message ?? 'doesn’t fit'), 200)}.`
}

function areDistinct(items: unknown[]): boolean {
  return new Set(items.map((item) => JSON.stringify(canonicalize(item)))).size === items.length
}

/** Returns a value whose JSON doesn't depend on the order of keys in objects. Equal values have the same JSON. */
function canonicalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalize)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .map(([key, part]): [string, unknown] => [key, canonicalize(part)])
    .sort(([one], [other]) => (one < other ? -1 : 1))
  // The wrapping object tells the entries apart from an array with the same pairs.
  return { entries }
}

/**
 * Resolves the references of a schema and counts its parts. Throws an Error for external, missing and recursive
 * references, for refused keywords, and for too many parts.
 */
function expand(root: unknown): { schema: AnySchema; partCount: number } {
  if (typeof root !== 'boolean' && (typeof root !== 'object' || root === null))
    throw new Error('A schema is an object, such as {"type": "object"}.')
  let partCount = 0
  let uniqueItemsCount = 0

  function count(more: number) {
    partCount += more
    if (partCount > partsMax) throw new Error('This schema is too large.')
  }

  /** `enclosingReferences` are the references that led to this part. If one occurs again, they form a cycle. */
  function expandSchema(schema: unknown, enclosingReferences: string[]): unknown {
    count(1)
    if (Array.isArray(schema)) return schema.map((part) => expandSchema(part, enclosingReferences))
    if (typeof schema !== 'object' || schema === null) return schema
    const refused = Object.keys(schema).find((key) => refusedKeywords.has(key))
    if (refused) throw new Error(`“${refused}” is not supported in a schema. Leave it out.`)
    if ('uniqueItems' in schema && ++uniqueItemsCount > uniqueItemsMax)
      throw new Error('This schema uses uniqueItems too often.')
    const { $ref: reference, $defs: _, definitions: __, ...rest } = schema as Record<string, unknown>
    const entries = Object.entries(rest).filter(([key]) => !ignoredKeywords.has(key))
    const constraints = Object.fromEntries(
      entries.map(([key, part]) => [key, expandKeyword(key, part, enclosingReferences)]),
    )
    if (reference === undefined) return constraints
    return {
      ...constraints,
      allOf: [...((constraints.allOf as unknown[]) ?? []), resolveReference(reference, enclosingReferences)],
    }
  }

  function expandKeyword(key: string, part: unknown, enclosingReferences: string[]): unknown {
    if (key === 'enum' && Array.isArray(part)) count(part.length)
    if (dataKeywords.has(key)) return part
    if (!nameKeywords.has(key) || typeof part !== 'object' || part === null)
      return expandSchema(part, enclosingReferences)
    return Object.fromEntries(
      Object.entries(part).map(([name, schema]) => [name, expandSchema(schema, enclosingReferences)]),
    )
  }

  function resolveReference(reference: unknown, enclosingReferences: string[]): unknown {
    if (typeof reference !== 'string' || !reference.startsWith('#'))
      throw new Error('A schema can refer only to its own parts, such as #/$defs/item.')
    if (enclosingReferences.includes(reference))
      throw new Error(`${reference} refers to itself. Write out as many levels as you need.`)
    return expandSchema(partOf(root, reference), [...enclosingReferences, reference])
  }

  const schema = expandSchema(root, ['#']) as AnySchema
  return { schema, partCount }
}

/**
 * Returns the part of a schema to which a reference such as `#/$defs/item` points. After its `#`, a reference is a JSON
 * Pointer (RFC 6901). Throws an Error if the schema has no such part.
 */
function partOf(root: unknown, reference: string): unknown {
  const names = decodeFragment(reference.slice(1)).split('/').slice(1)
  return names.reduce<unknown>((part, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key))
      throw new Error(`${cutText(reference, 100)} isn’t in this schema.`)
    return (part as Record<string, unknown>)[key]
  }, root)
}

/** Decodes a percent-encoded fragment (RFC 6901, section 6), or returns it unchanged if its encoding is invalid. */
function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
