import { createAnthropic } from '@ai-sdk/anthropic'
import type { LanguageModel } from './ai.ts'
import type { Access } from './upstream.ts'
import { vendorFetch } from './vendor-fetch.ts'

/** Creates a client for one of Anthropic's models, with the given key. */
export function openLanguageModel(id: string, { key, baseUrl }: Access): LanguageModel {
  return createAnthropic({ apiKey: key, baseURL: baseUrl, fetch: vendorFetch })(id)
}
