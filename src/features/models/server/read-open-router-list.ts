import { z } from 'zod'
import type { RoutedModel } from '../open-router-rules.ts'
import { vendorOfRouted } from '../open-router-rules.ts'
import { fetchJson } from './fetch-json.ts'

/** The limits of a fetch. The whole list is about a megabyte, most of it descriptions. */
const bounds = { timeoutMs: 20_000, bytesMax: 16 * 1024 * 1024 }

/**
 * A price in US dollars per token, as text. A negative one stands for a price that varies, and is invalid here, as is
 * an empty one, which would count as 0.
 */
const PerToken = z.string().trim().min(1).transform(Number).pipe(z.number().min(0).max(1))

const Entry = z.object({
  id: z.string().regex(/^[\w.:/@-]{1,100}$/),
  created: z.number().catch(0),
  context_length: z.number().int().positive().nullish().catch(null),
  architecture: z.object({ output_modalities: z.array(z.string()) }),
  pricing: z.object({ prompt: PerToken, completion: PerToken }),
})

const million = 1_000_000

/**
 * Fetches OpenRouter's list and returns the models of our families that write only text, with prices
 * (openrouter.ai/docs/models, as of November 2026). Skips entries that don't fit the schema. Throws UpstreamFailure, or
 * ZodError if the response isn't a list.
 */
export async function readOpenRouterList(baseUrl: string): Promise<RoutedModel[]> {
  const { data } = z.object({ data: z.array(z.unknown()) }).parse(await fetchJson(`${baseUrl}/models`, bounds))
  return data.flatMap((entry) => {
    const read = Entry.safeParse(entry)
    if (!read.success || !vendorOfRouted(read.data.id)) return []
    const { id, created, context_length, architecture, pricing } = read.data
    if (architecture.output_modalities.join() !== 'text') return []
    const dollars = { input: perMillion(pricing.prompt), output: perMillion(pricing.completion) }
    return [{ id, createdAt: created, context: context_length ?? null, dollars }]
  })
}

/** Converts a price per token to a price per million tokens without rounding errors: 0.0000025 becomes 2.5. */
function perMillion(dollars: number): number {
  return Number((dollars * million).toFixed(6))
}
