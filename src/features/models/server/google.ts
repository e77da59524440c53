import { createGoogle } from '@ai-sdk/google'
import type { LanguageModel } from './ai.ts'
import type { Access } from './upstream.ts'
import { vendorFetch } from './vendor-fetch.ts'

/** Creates a client for one of Google's models, with the given key. */
export function openLanguageModel(id: string, { key, baseUrl }: Access): LanguageModel {
  return createGoogle({ apiKey: key, baseURL: baseUrl, fetch: vendorFetch })(id)
}
