import type { Variable } from '#features/variables/contract.ts'
import { variablesOf } from '#features/variables/variable-rules.ts'
import { oneLine } from '#lib/short-text.ts'
import { shorten } from '#lib/shorten.ts'
import { t } from '#lib/texts.ts'
import { type InputSchema, mappingOf, scalarText, schemaOf, variableOf } from './described-input-rules.ts'
import { blankNamer, contentOf, piecesOf } from './piece-rules.ts'
import { ownSyntax } from './record-rules.ts'
import { quoteMarkup } from './source-rules.ts'

type Fields = Record<string, unknown>
/** A prompt that OpenAI stored, as the fields of a record with notes, or why it can't be imported. */
export type OpenAiPromptRow = { fields: Fields; notes: string[] } | { problem: string }

const placeholder = /\{\{([^{}\n]*)\}\}/g
const placeholderName = /^[\p{L}_][\p{L}\p{N}_ -]*$/u
/** The keys that become parts of the record, or that an answer's record needs no note about. */
const importedKeys = [
  'object',
  'name',
  'title',
  'description',
  'messages',
  'input',
  'instructions',
  'variables',
  'tags',
]
const titleMax = 80

/**
 * Reads a prompt that OpenAI stored (`v1/prompts`, until 2026-11-30), or a request or answer that used one. OpenAI
 * documents `{ id, version, variables }`; the text is in `prompt`, or in `instructions`, `messages` and `input` with
 * roles, as in the Responses API. Returns null for other objects.
 */
export function readOpenAiPrompt(object: Fields): OpenAiPromptRow | null {
  const call = mappingOf(object.prompt)
  const id = [object.id, object.prompt_id, call.id, call.prompt_id].map(scalarText).find(isPromptId)
  const messages = [object.instructions, object.messages, object.input].flatMap(messagesOf)
  const isChat = messages.length > 0 && Array.isArray(object.messages) && scalarText(object.name ?? object.title)
  if (!id && !isChat) return null
  const text = scalarText(object.prompt) ?? textOf(messages)
  if (text.trim() === '')
    return {
      problem: t('It names the stored prompt {markup}, but has no text. Add its messages.', {
        markup: quoteMarkup(id ?? ''),
      }),
    }
  // `contentOf` delimits blanks with NUL.
  if (text.includes('\0')) return { problem: t('It contains a NUL character. Remove it.') }
  const nameOf = blankNamer()
  const content = contentOf(
    piecesOf(text, placeholder, ([, inner = '']) =>
      placeholderName.test(inner.trim()) ? { name: nameOf(inner.trim()), default: null } : null,
    ),
  )
  const { variables, notes } = blanksOf(content, nameOf, object.variables ?? call.variables)
  const title = scalarText(object.title ?? object.name) ?? shorten(firstLineOf(text), titleMax)
  const { description, tags } = object
  return {
    fields: { title, description, tags, content, variables, syntax: ownSyntax },
    notes: [...notes, ...omitted(object)],
  }
}

function isPromptId(value: string | null): value is string {
  return value?.startsWith('pmpt_') ?? false
}

function messagesOf(value: unknown): { role: string; text: string }[] {
  const list = typeof value === 'string' ? [{ role: 'developer', content: value }] : Array.isArray(value) ? value : []
  return list.flatMap((item) => {
    const { role, content } = mappingOf(item)
    const parts = Array.isArray(content) ? content.map((part) => mappingOf(part).text) : [content]
    const text = parts.filter((part) => typeof part === 'string').join('\n\n')
    return typeof role === 'string' && text !== '' ? [{ role, text }] : []
  })
}

/** Joins messages. If there are several, each begins with its role, as in Prompty. */
function textOf(messages: { role: string; text: string }[]): string {
  const [only] = messages
  if (messages.length < 2) return only?.text ?? ''
  return messages.map(({ role, text }) => `${role}:\n${text}`).join('\n\n')
}

function firstLineOf(text: string): string {
  const lines = text.split('\n').map((line) => oneLine(line.replace(/^#+ /, '')))
  return lines.find((line) => line !== '' && !/^\w+:$/.test(line)) ?? ''
}

/** Returns the variables of the blanks in a text, and a note about those that the text doesn't use. */
function blanksOf(content: string, nameOf: (written: string) => string, described: unknown) {
  const used = new Set(variablesOf(content).map(({ name }) => name))
  const notes: string[] = []
  const variables = inputsOf(described).flatMap(([writtenName, schema]): Variable[] => {
    const name = nameOf(writtenName)
    if (used.has(name)) return [variableOf(name, schema).variable]
    notes.push(t('The variable “{markup}” is left out. The text doesn’t use it.', { markup: quoteMarkup(writtenName) }))
    return []
  })
  return { variables, notes }
}

/** Reads variables: a list of names or of descriptions, or a mapping of names to values or to descriptions. */
function inputsOf(described: unknown): [string, InputSchema][] {
  const entries: [string, unknown][] = Array.isArray(described)
    ? described.map((item) => [scalarText(item) ?? scalarText(mappingOf(item).name) ?? '', mappingOf(item)])
    : Object.entries(mappingOf(described))
  return entries.filter(([name]) => name !== '').map(([name, value]) => [name, schemaOfValue(value)])
}

/** The value that a call filled in is the default of its blank. A file or a picture has no value that a blank can keep. */
function schemaOfValue(value: unknown): InputSchema {
  if (typeof value === 'number' || typeof value === 'boolean') return { type: typeof value, default: value }
  if (typeof value !== 'object' || value === null) return { default: value }
  const { type, text, value: filledIn, default_value, ...rest } = mappingOf(value)
  if (type === 'input_text') return { default: text }
  if (type === 'input_image') return { description: 'A picture' }
  if (type === 'input_file') return { description: 'A file' }
  return schemaOf({ type, default: default_value ?? filledIn, ...rest }, false)
}

/** Names what a prompt here doesn't have, such as the settings of the model, with its value if that is short. */
function omitted(object: Fields): string[] {
  const names = Object.entries(object).flatMap(([key, value]) => {
    const isText = key === 'prompt' && typeof value === 'string'
    if (importedKeys.includes(key) || isText || value === null || value === undefined) return []
    const plain = scalarText(value)
    return [plain === null ? key : `${key} (${quoteMarkup(plain)})`]
  })
  return names.length === 0 ? [] : [t('Left out: {names}.', { names: shorten(names.join(', '), 400) })]
}
