import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from './ai.ts'
import type { Access } from './upstream.ts'

type Settings = Omit<Parameters<typeof createOpenAICompatible>[0], 'name' | 'baseURL'>

/** Opens a model behind any OpenAI-compatible endpoint: Ollama, llama.cpp, LM Studio, vLLM, Groq. */
export function openLanguageModel(id: string, { key, baseUrl = '' }: Access, more: Settings = {}): LanguageModel {
  return createOpenAICompatible({
    name: 'openai-compatible',
    apiKey: key,
    baseURL: baseUrl,
    includeUsage: true,
    // A redirect would take prompts to an address that nobody chose, such as one inside the operator's network.
    fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
    ...more,
  })(id)
}

/** Opens a model at OpenRouter. Prompts go only to providers that don't collect them. */
export function openRoutedModel(id: string, access: Access): LanguageModel {
  const transformRequestBody = (body: object) => ({ ...body, provider: { data_collection: 'deny' } })
  return openLanguageModel(id, access, { transformRequestBody })
}
