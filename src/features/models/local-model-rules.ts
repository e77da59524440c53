/** A program that serves models on this machine. `models`: its Llama models, under the ids that the program uses. */
export type LocalServer = { runtime: LocalRuntime; baseUrl: string; models: { id: string; context: number | null }[] }

/** The programs that run models locally, with the default port of each. */
export const localRuntimes = {
  ollama: { name: 'Ollama', port: 11_434 },
  'llama-cpp': { name: 'llama.cpp', port: 8080 },
  'lm-studio': { name: 'LM Studio', port: 1234 },
} as const

export type LocalRuntime = keyof typeof localRuntimes
export const localRuntimeIds = Object.keys(localRuntimes) as readonly LocalRuntime[]

/** The ids that a setting with a list of models may name (model-list-rules.ts). */
const possibleId = /^[\w.:/@-]{1,100}$/

/**
 * Whether a model is one of Meta's Llama models that answer questions, by its name. Other models, such as Qwen or
 * Mistral, aren't offered as Llama.
 */
export function isLlama(id: string): boolean {
  if (!possibleId.test(id)) return false
  const name = baseName(id).toLowerCase()
  return /^(meta-)?(code)?llama(?![a-z])/.test(name) && !/guard|embed/.test(name)
}

/** The last part of an id or of the path of a model's file, without the extension `.gguf`. */
export function baseName(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1).replace(/\.gguf$/i, '')
}

/** The log line about a local server when the site starts: `Found a local Llama: llama3.2, served by Ollama`. */
export function localServerLine({ runtime, models }: LocalServer): string {
  return `Found a local Llama: ${models.map(({ id }) => id).join(', ')}, served by ${localRuntimes[runtime].name}`
}
