import { sentenceOf } from '#features/catalogue/paper-rules.ts'
import type { ExportedPrompt } from './export-rules.ts'
import { withoutMissingImage } from './image-rules.ts'

/** How a prompt's text was converted for a file. An import reverses the conversion. */
export type TextConversion = {
  /** The format: SKILL.md or Dotprompt. */
  file: 'skill' | 'prompt'
  /** Maps each identifier in a Dotprompt file to the name of its blank. Empty for a skill. */
  names: Record<string, string>
  /** Maps each input that the export added, such as `literal_1`, to the braces or backslashes that it replaces. */
  literals: Record<string, string>
}

/**
 * Returns the `metadata` of a SKILL.md or Dotprompt file, in which every value must be a string. It contains a few
 * fields for people to read, and the record as JSON: everything but the content and files, plus the conversion (`change`).
 */
export function metadataOfRecord(
  { content: _, files: __, labels, ...fields }: ExportedPrompt,
  conversion: TextConversion,
): Record<string, string> {
  const { title, version, sha256, findings } = fields
  const author = fields.credit ?? fields.author
  return {
    title,
    ...(author !== null && { author }),
    license: fields.licence,
    ...(version !== null && { version: String(version) }),
    ...(sha256 !== null && { sha256 }),
    ...(findings.length > 0 && { findings: findings.map(sentenceOf).join(' ') }),
    promptarium: JSON.stringify({
      ...withoutMissingImage(fields),
      ...(labels.length > 0 && { labels }),
      change: conversion,
    }),
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
