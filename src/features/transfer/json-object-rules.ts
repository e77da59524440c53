import { readOpenAiPrompt } from './openai-prompt-rules.ts'
import { fieldColumns } from './record-rules.ts'

type Fields = Record<string, unknown>
/** A JSON object as the fields of a record, or why it can't be one. */
export type ObjectRow = { fields: Fields; notes?: string[] } | { problem: string }

/**
 * Returns the records in a JSON object: the objects in its only list of objects, as in `{"prompts": [...]}`, or the
 * object itself if it is a prompt or doesn't have exactly one such list.
 */
export function rowsOfObject(object: Fields): ObjectRow[] {
  const row = rowOfObject(object)
  const lists = Object.values(object).filter(isListOfObjects)
  return 'problem' in row || has(row.fields, fieldColumns.content) || lists.length !== 1
    ? [row]
    : (lists[0] ?? []).map(rowOfObject)
}

/** Returns the prompts in a text that is a JSON object: those of its records that have a title and a text. */
export function promptsOfObject(text: string): ObjectRow[] {
  const value = parseObject(text)
  return value === null
    ? []
    : rowsOfObject(value).filter(
        (row) => 'problem' in row || (has(row.fields, fieldColumns.title) && has(row.fields, fieldColumns.content)),
      )
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

/** Returns the record in an object: its own fields, or those of a prompt of OpenAI or an agent of LobeHub. */
export function rowOfObject(object: Fields): ObjectRow {
  return readOpenAiPrompt(object) ?? { fields: fieldsOfAgent(object) ?? object }
}

/** An agent of LobeHub has its title, description and tags in `meta`, and its text in `config.systemRole`. */
function fieldsOfAgent({ meta, config, author }: Fields): Fields | null {
  if (!isObject(meta) || !isObject(config) || typeof config.systemRole !== 'string') return null
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
