import { estimateTokens } from './rules.ts'
import { earlierPrices, type OfferedModel, type TokenCosts, vendorFacts } from './vendor-rules.ts'

/** The prices in vendor-rules.ts, by model id. */
const listedPrices = new Map<string, TokenCosts>([
  ...Object.entries(earlierPrices),
  ...Object.values(vendorFacts)
    .flatMap(({ models }): readonly OfferedModel[] => models)
    .flatMap(({ id, dollars }) => (dollars ? [[id, dollars] as const] : [])),
])

/**
 * Where a price in dollars comes from: a setting, the list in vendor-rules.ts (`built-in`), OpenRouter's list, or a
 * guess. `free` means that answers cost the site nothing.
 */
export const priceSources = ['setting', 'built-in', 'openrouter', 'guess', 'free'] as const
export type PriceSource = (typeof priceSources)[number]

/**
 * The price assumed for a model whose price is unknown. It is higher than most, so that the daily budget isn't exceeded.
 */
const unknownPrice: TokenCosts = { input: 15, output: 75 }

/** Returns what a model costs the site, in US dollars per million tokens. `guessed` means that the price is unknown. */
export function tokenCostsOf(model: OfferedModel): TokenCosts & { guessed: boolean } {
  const price = model.dollars ?? listedPrices.get(model.id)
  return { ...(price ?? unknownPrice), guessed: !price }
}

/**
 * Tells whether a model's price is the one in vendor-rules.ts: the model is listed there, and `dollars` is the same
 * price or null.
 */
export function isListedPrice({ id, dollars }: OfferedModel): boolean {
  const listed = listedPrices.get(id)
  return (
    listed !== undefined && (dollars === null || (dollars.input === listed.input && dollars.output === listed.output))
  )
}

/** Returns the cost of `tokens` in US dollars. `dollars` is the model's price per million tokens. */
export function costOf(dollars: TokenCosts, tokens: { input: number; output: number }): number {
  return (tokens.input * dollars.input + tokens.output * dollars.output) / 1_000_000
}

/** Estimates the most that an answer to `text` can cost, in US dollars. */
export function worstCost(dollars: TokenCosts, text: string, outputTokensMax: number): number {
  return costOf(dollars, { input: estimateTokens(text), output: outputTokensMax })
}
