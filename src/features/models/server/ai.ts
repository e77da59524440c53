import { APICallError, type LanguageModel, streamText } from 'ai'
import { type Part, UpstreamFailure } from './upstream.ts'

// The SDK would write its warnings to the console, past the log.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

type Question = {
  model: LanguageModel
  system: string | undefined
  prompt: string
  outputTokensMax: number
  signal: AbortSignal
}

/** One question to a model, tried once. Throws UpstreamFailure; after an abort it just ends. */
export async function* streamAnswer({
  model,
  system,
  prompt,
  outputTokensMax,
  signal,
}: Question): AsyncGenerator<Part> {
  const { stream } = streamText({
    model,
    instructions: system,
    prompt,
    maxOutputTokens: outputTokensMax,
    // OpenAI keeps what it is sent for 30 days otherwise; the other vendors don't know this word.
    providerOptions: { openai: { store: false } },
    // A second try may be billed twice, so the caller decides.
    maxRetries: 0,
    abortSignal: signal,
    onError: () => undefined,
  })
  let version: string | null = null
  try {
    for await (const part of stream) {
      if (part.type === 'text-delta') yield { kind: 'text', text: part.text }
      else if (part.type === 'reasoning-start' || part.type === 'reasoning-delta') yield { kind: 'life' }
      else if (part.type === 'finish-step') version = part.response.modelId
      else if (part.type === 'finish') {
        const { inputTokens: input, outputTokens: output } = part.totalUsage
        yield { kind: 'end', reason: part.finishReason, usage: { input, output }, version }
      } else if (part.type === 'error') throw part.error
    }
  } catch (error) {
    throw toFailure(error)
  }
}

function toFailure(error: unknown): UpstreamFailure {
  if (!APICallError.isInstance(error)) return new UpstreamFailure(error instanceof Error ? error.name : 'broke off')
  // What breaks after a good beginning still bears its 200.
  const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : undefined
  const what = status === undefined ? 'broke off' : `answered ${status}`
  return new UpstreamFailure(what, status, retryAfterOf(error.responseHeaders ?? {}))
}

/** Retry-After in ms: seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(headers: Record<string, string>): number | undefined {
  const said = headers['retry-after']
  if (said === undefined) return undefined
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
