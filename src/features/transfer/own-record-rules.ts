import type { ExportedPrompt } from './export-rules.ts'

/** How a text was changed for a format, so that it can be read back. */
export type Change = { file: 'skill' | 'prompt'; names: Record<string, string>; literals: Record<string, string> }

/**
 * The `metadata` of a file in a format of others, where every value is a text: what people look for, and as JSON the
 * whole record without its text.
 */
export function ownRecord({ content: _, ...facts }: ExportedPrompt, change: Change): Record<string, string> {
  const { title, version, sha256 } = facts
  return {
    title,
    ...(version !== null && { version: String(version) }),
    ...(sha256 !== null && { sha256 }),
    promptarium: JSON.stringify({ ...facts, change }),
  }
}

/** The record in such metadata. Null for a file of others, or one whose record is damaged. */
export function readOwnRecord(metadata: unknown): { facts: Record<string, unknown>; change: Change } | null {
  const { promptarium } = Object(metadata) as { promptarium?: unknown }
  if (typeof promptarium !== 'string') return null
  try {
    const { change, ...facts } = Object(JSON.parse(promptarium)) as Record<string, unknown>
    const { file, names, literals } = Object(change) as Record<string, unknown>
    if (file !== 'skill' && file !== 'prompt') return null
    return { facts, change: { file, names: textsOf(names), literals: textsOf(literals) } }
  } catch {
    return null
  }
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(Object(value)).filter(([, text]) => typeof text === 'string')) as Record<
    string,
    string
  >
}
