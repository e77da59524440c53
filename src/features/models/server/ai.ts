import { APICallError, type LanguageModelV4, type LanguageModelV4Prompt } from '@ai-sdk/provider'
import { type Part, UpstreamFailure } from './upstream.ts'

export type LanguageModel = LanguageModelV4

type Question = {
  model: LanguageModel
  system: string | undefined
  prompt: string
  outputTokensMax: number
  signal: AbortSignal
}

/**
 * Asks a model once, without retries, because they may be billed. Throws UpstreamFailure, but ends silently after an
 * abort.
 */
export async function* streamAnswer({
  model,
  system,
  prompt,
  outputTokensMax,
  signal,
}: Question): AsyncGenerator<Part> {
  let version = model.modelId
  try {
    const { stream } = await model.doStream({
      prompt: messagesOf(system, prompt),
      maxOutputTokens: outputTokensMax,
      // Without this option, OpenAI stores requests for 30 days. Each vendor ignores the options of the others.
      providerOptions: { openai: { store: false }, google: thoughtOptionsOf(model) },
      abortSignal: signal,
    })
    for await (const part of stream) {
      if (part.type === 'text-delta') yield { kind: 'text', text: part.delta }
      else if (part.type === 'reasoning-start' || part.type === 'reasoning-delta') yield { kind: 'activity' }
      else if (part.type === 'response-metadata') version = part.modelId ?? version
      else if (part.type === 'finish') {
        const { inputTokens, outputTokens, raw } = part.usage
        const [input, output] = [reportedTokens(inputTokens.total), reportedTokens(outputTokens.total)]
        const usage = { input, output, dollars: reportedCost(raw) }
        yield { kind: 'end', reason: part.finishReason.unified, usage, version }
      } else if (part.type === 'error') throw part.error
    }
  } catch (error) {
    if (!signal.aborted) throw toFailure(error)
  }
}

/** Google's models that think and send summaries of their thoughts. Most others refuse the option for it. */
const thinkingModels = new Set(['gemini-2.5-flash', 'gemini-2.5-pro', 'gemini-3.8-flash'])

/** Returns Google's option to send thoughts, which show that the model is working before its first word. */
function thoughtOptionsOf({ modelId }: LanguageModel) {
  return thinkingModels.has(modelId) ? { thinkingConfig: { includeThoughts: true } } : {}
}

/** More tokens than any answer has. Higher, negative and fractional counts are ignored. */
const tokensMax = 10_000_000

function reportedTokens(count: number | undefined): number | undefined {
  return count !== undefined && Number.isInteger(count) && count >= 0 && count <= tokensMax ? count : undefined
}

/** More than any answer costs, in US dollars. A higher reported cost is ignored. */
const dollarsMax = 100

/** Returns the cost of an answer in US dollars, if the vendor reports it. */
function reportedCost(usage: Record<string, unknown> | undefined): number | undefined {
  const cost = usage?.cost
  return typeof cost === 'number' && cost >= 0 && cost <= dollarsMax ? cost : undefined
}

function messagesOf(system: string | undefined, prompt: string): LanguageModelV4Prompt {
  const question = { role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] }
  return system === undefined ? [question] : [{ role: 'system', content: system }, question]
}

function toFailure(error: unknown): UpstreamFailure {
  if (!APICallError.isInstance(error)) return new UpstreamFailure(error instanceof Error ? error.name : 'broke off')
  // A stream that breaks off has the status with which it began: 200.
  const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : undefined
  const what = status === undefined ? 'broke off' : `returned ${status}`
  return new UpstreamFailure(what, status, retryAfterOf(error.responseHeaders ?? {}))
}

/** Returns the Retry-After header in ms. The header contains seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(headers: Record<string, string>): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
