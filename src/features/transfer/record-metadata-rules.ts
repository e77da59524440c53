import type { ExportedPrompt } from './export-rules.ts'

/** How a text was converted for a file format. An import restores it by `names` and `literals` (`fromHandlebars`). */
export type TextConversion = {
  file: 'skill' | 'prompt'
  names: Record<string, string>
  literals: Record<string, string>
}

/**
 * Returns the `metadata` of a SKILL.md or Dotprompt file, in which every value must be a string. It has some fields for
 * people to read, and the whole record without its content as JSON.
 */
export function recordMetadata(
  { content: _, ...fields }: ExportedPrompt,
  conversion: TextConversion,
): Record<string, string> {
  const { title, version, sha256 } = fields
  return {
    title,
    ...(version !== null && { version: String(version) }),
    ...(sha256 !== null && { sha256 }),
    promptarium: JSON.stringify({ ...fields, change: conversion }),
  }
}

/**
 * Reads the record in a file's metadata. Returns null if Promptarium didn't export the file or the record is damaged.
 */
export function readRecordMetadata(
  metadata: unknown,
): { fields: Record<string, unknown>; conversion: TextConversion } | null {
  const { promptarium } = Object(metadata) as { promptarium?: unknown }
  if (typeof promptarium !== 'string') return null
  try {
    const { change: conversion, ...fields } = Object(JSON.parse(promptarium)) as Record<string, unknown>
    const { file, names, literals } = Object(conversion) as Record<string, unknown>
    if (file !== 'skill' && file !== 'prompt') return null
    return { fields, conversion: { file, names: textsOf(names), literals: textsOf(literals) } }
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
