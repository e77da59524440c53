import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from './ai.ts'
import type { Access } from './upstream.ts'

/** Opens a model behind any OpenAI-compatible endpoint: Ollama, llama.cpp, vLLM, Groq, OpenRouter. */
export function openLanguageModel(id: string, { key, baseUrl = '' }: Access): LanguageModel {
  return createOpenAICompatible({ name: 'openai-compatible', apiKey: key, baseURL: baseUrl, includeUsage: true })(id)
}
