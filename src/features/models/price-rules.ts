import { type AiVendor, estimateTokens } from './rules.ts'

/** US dollars per million tokens. */
export type Dollars = { input: number; output: number }

/** A model as an operator offers it: `price` in credits; `dollars` only feed the daily budget and the shown cost. */
export type OfferedModel = { id: string; price: number; context: number | null; dollars: Dollars | null }

/** When these prices were taken from the vendors' public lists. Older ones are a guess: settings go before them. */
export const pricesAsOf = '2026-07-11'

/** What is offered where a vendor has a key and no `_MODELS`. */
export const defaultModels: Record<AiVendor, readonly OfferedModel[]> = {
  openai: [
    { id: 'gpt-5.4-mini', price: 1, context: 400_000, dollars: { input: 0.75, output: 4.5 } },
    { id: 'gpt-5.4', price: 3, context: null, dollars: { input: 2.5, output: 15 } },
  ],
  anthropic: [
    { id: 'claude-haiku-4-5', price: 1, context: 200_000, dollars: { input: 1, output: 5 } },
    { id: 'claude-sonnet-4-6', price: 3, context: 200_000, dollars: { input: 3, output: 15 } },
  ],
  google: [
    { id: 'gemini-2.5-flash', price: 1, context: 1_048_576, dollars: { input: 0.3, output: 2.5 } },
    { id: 'gemini-2.5-pro', price: 2, context: 1_048_576, dollars: { input: 1.25, output: 10 } },
  ],
  deepseek: [{ id: 'deepseek-v4-flash', price: 1, context: 1_000_000, dollars: { input: 0.14, output: 0.28 } }],
  meta: [{ id: 'llama3.2', price: 1, context: 128_000, dollars: null }],
}

const known = new Map(
  Object.values(defaultModels)
    .flat()
    .flatMap(({ id, dollars }) => (dollars ? [[id, dollars] as const] : [])),
)

/** For a model whose price nobody said: dearer than most, so that the daily budget errs on the safe side. */
const unknownPrice: Dollars = { input: 15, output: 75 }

/** What a model costs the site, and whether that was said or is the safe guess. */
export function dollarsOf(model: OfferedModel): Dollars & { guessed: boolean } {
  const said = model.dollars ?? known.get(model.id)
  return { ...(said ?? unknownPrice), guessed: !said }
}

/** Tokens as US dollars. */
export function costOf(dollars: Dollars, tokens: { input: number; output: number }): number {
  return (tokens.input * dollars.input + tokens.output * dollars.output) / 1_000_000
}

/** The most that an answer to `text` can cost, in US dollars. */
export function worstCost(dollars: Dollars, text: string, outputTokensMax: number): number {
  return costOf(dollars, { input: estimateTokens(text), output: outputTokensMax })
}
