import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModel } from 'ai'
import type { Access } from './upstream.ts'

/** A model of this vendor, reached with this key. */
export function openLanguageModel(id: string, { key, baseUrl }: Access): LanguageModel {
  return createOpenAI({ apiKey: key, baseURL: baseUrl })(id)
}
