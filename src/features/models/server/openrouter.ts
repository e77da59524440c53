import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { fetchWithoutRedirects } from './openai-compatible.ts'
import type { Access } from './upstream.ts'

/** Opens a model at OpenRouter. Prompts go only to providers that don't collect them. */
export function openLanguageModel(id: string, { key, baseUrl = '' }: Access): LanguageModel {
  return createOpenAICompatible({
    name: 'openrouter',
    apiKey: key,
    baseURL: baseUrl,
    includeUsage: true,
    fetch: fetchWithoutRedirects,
    transformRequestBody: (body) => ({ ...body, provider: { data_collection: 'deny' } }),
  })(id)
}
