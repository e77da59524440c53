import { contentColumns, titleColumns } from './record-rules.ts'

type Fields = Record<string, unknown>

/**
 * Returns the records in a JSON object: the objects in its only list of objects, as in `{"prompts": [...]}`, or the
 * object itself if it is a prompt or doesn't have exactly one such list.
 */
export function recordsOf(object: Fields): Fields[] {
  const lists = Object.values(object).filter(isListOfObjects)
  return has(fieldsOf(object), contentColumns) || lists.length !== 1
    ? [fieldsOf(object)]
    : (lists[0] ?? []).map(fieldsOf)
}

/** Returns the prompts in a text that is a JSON object: those of its records that have a title and a text. */
export function promptsOfObject(text: string): Fields[] {
  const value = parseObject(text)
  return value === null
    ? []
    : recordsOf(value).filter((fields) => has(fields, titleColumns) && has(fields, contentColumns))
}

/** Parses a JSON object. Returns null for anything else. */
export function parseObject(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isObject(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * Returns the fields of a record. An agent of LobeHub has its title, description and tags in `meta`, and its text in
 * `config.systemRole`.
 */
export function fieldsOf(object: Fields): Fields {
  const { meta, config, author } = object
  if (!isObject(meta) || !isObject(config) || typeof config.systemRole !== 'string') return object
  const { title, description, tags, category } = meta
  return { title, description, tags, category, author, content: config.systemRole }
}

function isListOfObjects(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function has(fields: Fields, columns: readonly string[]): boolean {
  return Object.keys(fields).some((key) => columns.includes(key.trim().toLowerCase()))
}
