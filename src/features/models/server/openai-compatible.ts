import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from './ai.ts'
import type { Access } from './upstream.ts'
import { vendorFetch } from './vendor-fetch.ts'

type Settings = Omit<Parameters<typeof createOpenAICompatible>[0], 'name' | 'baseURL'>

/** Creates a client for a model at an endpoint with OpenAI's API, such as Ollama, llama.cpp, LM Studio or Groq. */
export function openLanguageModel(id: string, { key, baseUrl = '' }: Access, settings: Settings = {}): LanguageModel {
  return createOpenAICompatible({
    name: 'openai-compatible',
    apiKey: key,
    baseURL: baseUrl,
    includeUsage: true,
    fetch: vendorFetch,
    ...settings,
  })(id)
}

/** Creates a client for a model at OpenRouter. Prompts go only to providers that don't store them. */
export function openRoutedModel(id: string, access: Access): LanguageModel {
  const transformRequestBody = (body: object) => ({ ...body, provider: { data_collection: 'deny' } })
  return openLanguageModel(id, access, { transformRequestBody })
}
