import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from './ai.ts'
import { type Access, UpstreamFailure } from './upstream.ts'

/** More bytes than any answer's stream has. Without a limit, an endless line would fill the memory. */
const bytesMax = 32 * 1024 * 1024

/** Wraps a response so that reading its body fails after `bytesMax` bytes. */
function limitSize(response: Response): Response {
  if (!response.body) return response
  let bytes = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.byteLength
      if (bytes > bytesMax) throw new UpstreamFailure('sent too much')
      controller.enqueue(part)
    },
  })
  return new Response(response.body.pipeThrough(count), response)
}

type Settings = Omit<Parameters<typeof createOpenAICompatible>[0], 'name' | 'baseURL'>

/** Creates a client for a model at an endpoint with OpenAI's API, such as Ollama, llama.cpp, LM Studio or Groq. */
export function openLanguageModel(id: string, { key, baseUrl = '' }: Access, settings: Settings = {}): LanguageModel {
  return createOpenAICompatible({
    name: 'openai-compatible',
    apiKey: key,
    baseURL: baseUrl,
    includeUsage: true,
    // A redirect could send prompts to an address that the operator didn't choose, such as one in an internal network.
    fetch: async (input, init) => limitSize(await fetch(input, { ...init, redirect: 'error' })),
    ...settings,
  })(id)
}

/** Creates a client for a model at OpenRouter. Prompts go only to providers that don't store them. */
export function openRoutedModel(id: string, access: Access): LanguageModel {
  const transformRequestBody = (body: object) => ({ ...body, provider: { data_collection: 'deny' } })
  return openLanguageModel(id, access, { transformRequestBody })
}
