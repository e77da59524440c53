import { APICallError, type LanguageModel, streamText } from 'ai'
import { type Part, UpstreamFailure } from './upstream.ts'

// The SDK would print its warnings to the console, not to the log.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

type Question = {
  model: LanguageModel
  system: string | undefined
  prompt: string
  outputTokensMax: number
  signal: AbortSignal
}

/** Asks a model once. Throws UpstreamFailure; just ends after an abort. */
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
    // Otherwise OpenAI stores requests for 30 days. The other vendors ignore this option.
    providerOptions: { openai: { store: false } },
    // A retry may be billed twice, so the caller decides.
    maxRetries: 0,
    abortSignal: signal,
    onError: () => undefined,
  })
  let version: string | null = null
  let dollars: number | undefined
  try {
    for await (const part of stream) {
      if (part.type === 'text-delta') yield { kind: 'text', text: part.text }
      else if (part.type === 'reasoning-start' || part.type === 'reasoning-delta') yield { kind: 'activity' }
      else if (part.type === 'finish-step') {
        version = part.response.modelId
        dollars = reportedCost(part.usage.raw)
      } else if (part.type === 'finish') {
        const { inputTokens: input, outputTokens: output } = part.totalUsage
        yield { kind: 'end', reason: part.finishReason, usage: { input, output, dollars }, version }
      } else if (part.type === 'error') throw part.error
    }
  } catch (error) {
    throw toFailure(error)
  }
}

/** More than any answer costs; a vendor that reports it is wrong. */
const dollarsMax = 100

/** What the vendor says that the answer cost, in US dollars. */
function reportedCost(usage: Record<string, unknown> | undefined): number | undefined {
  const cost = usage?.cost
  return typeof cost === 'number' && cost >= 0 && cost <= dollarsMax ? cost : undefined
}

function toFailure(error: unknown): UpstreamFailure {
  if (!APICallError.isInstance(error)) return new UpstreamFailure(error instanceof Error ? error.name : 'broke off')
  // A stream that breaks off later still has status 200.
  const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : undefined
  const what = status === undefined ? 'broke off' : `answered ${status}`
  return new UpstreamFailure(what, status, retryAfterOf(error.responseHeaders ?? {}))
}

/** Retry-After in ms: seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(headers: Record<string, string>): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
