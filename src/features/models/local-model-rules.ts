import { formatList } from '#lib/format-list.ts'
import { t } from '#lib/texts.ts'
/** A program that serves models on this machine, its Llama models, and their context windows in tokens. */
export type LocalServer = { runtime: LocalRuntime; baseUrl: string; models: { id: string; context: number | null }[] }

/** The programs that may run models on this machine, each with its usual port. */
export const localRuntimes = {
  ollama: { name: 'Ollama', port: 11_434 },
  'llama-cpp': { name: 'llama.cpp', port: 8080 },
  'lm-studio': { name: 'LM Studio', port: 1234 },
} as const

export type LocalRuntime = keyof typeof localRuntimes
export const localRuntimeIds = Object.keys(localRuntimes) as readonly LocalRuntime[]

/** Matches the ids that a setting such as LLAMA_MODELS can contain (model-list-rules.ts). */
const possibleId = /^[\w.:/@-]{1,100}$/

/**
 * Tells from a model's name whether it is one of Meta's Llama models that answer questions. Other models, such as Qwen
 * or Mistral, aren't offered as Llama, nor are models whose ids a setting can't contain.
 */
export function isLlama(id: string): boolean {
  if (!possibleId.test(id)) return false
  const name = baseName(id).toLowerCase()
  return /^(meta-)?(code)?llama(?![a-z])/.test(name) && !/guard|embed/.test(name)
}

/** Returns the last part of a model's id or file path, without the extension `.gguf`. */
export function baseName(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1).replace(/\.gguf$/i, '')
}

/** Returns the log line about a local server, such as `Found a local Llama: llama3.2, served by Ollama`. */
export function localServerLine({ runtime, models }: LocalServer): string {
  return t('Found a local Llama: {models}, served by {name}', {
    models: formatList(models.map(({ id }) => id)),
    name: localRuntimes[runtime].name,
  })
}
