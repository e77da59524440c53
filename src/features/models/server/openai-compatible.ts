import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import type { Access } from './upstream.ts'

/** Opens a model behind any OpenAI-compatible endpoint: Ollama, llama.cpp, LM Studio, vLLM, Groq. */
export function openLanguageModel(id: string, { key, baseUrl = '' }: Access): LanguageModel {
  return createOpenAICompatible({
    name: 'openai-compatible',
    apiKey: key,
    baseURL: baseUrl,
    includeUsage: true,
    fetch: fetchWithoutRedirects,
  })(id)
}

/** A redirect would take prompts to an address that nobody chose, such as one inside the operator's network. */
export const fetchWithoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' })
