import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { createLruCache } from '#platform/lru-cache.ts'
import type { Check, CheckEngines } from '../check-rules.ts'
import type { SchemaCheck } from './ajv.ts'
import type { LinearPattern } from './re2js.ts'

/** How many compiled patterns, and how many compiled schemas, are cached. */
const compiledMax = 50
const patterns = createLruCache<LinearPattern>({ max: compiledMax })
const schemas = createLruCache<SchemaCheck & object>({ max: compiledMax })

/** Loads only the libraries (for patterns, JSON Schemas, languages) that these checks need, because they are large. */
export async function loadEngines(checks: Check[]): Promise<CheckEngines> {
  const needs = (kind: Check['kind']) => checks.some((check) => check.kind === kind)
  const { compilePattern } = needs('matches') ? await import('./re2js.ts') : { compilePattern: throwNotLoaded }
  const { compileSchema } = needs('json-schema') ? await import('./ajv.ts') : { compileSchema: throwNotLoaded }
  const languageOf = needs('language') ? await loadLanguageDetector() : throwNotLoaded
  const patternOf = (pattern: string) => remember(patterns, pattern, compilePattern)
  const schemaOf = (schema: string) => remember(schemas, schema, compileSchema)
  return {
    patternError: (pattern) => messageOf(() => patternOf(pattern)),
    finds: (pattern, text) => patternOf(pattern).test(text),
    schemaError: (schema) => messageOf(() => schemaOf(schema)),
    schemaMismatch: (schema, value) => schemaOf(schema)(value),
    languageOf,
  }
}

/** Returns the cached value of a key. Makes and caches the value if there is none. */
function remember<Value extends object>(
  cache: ReturnType<typeof createLruCache<Value>>,
  key: string,
  make: (key: string) => Value,
): Value {
  const value = cache.get(key) ?? make(key)
  cache.set(key, value)
  return value
}

/** Returns the message of the error that `compile` throws, or null if it throws none. */
function messageOf(compile: () => unknown): string | null {
  try {
    compile()
    return null
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error.message
  }
}

/** Stands for an engine that the checks don't need. */
function throwNotLoaded(): never {
  throw new Error('The engine for this check was not loaded.')
}
