import type { AiVendor } from './rules.ts'

/** US dollars per million tokens. */
export type Dollars = { input: number; output: number }

/** A model as an operator offers it: `price` in credits; `dollars` only feed the daily budget and the shown cost. */
export type OfferedModel = { id: string; price: number; context: number | null; dollars: Dollars | null }

/**
 * What is known of a vendor. `setting` is the word that its settings begin with, `models` are offered where there is a key
 * and no `_MODELS`.
 */
type VendorFacts = { company: string; setting: string; models: readonly OfferedModel[] } & (
  | { sdk: 'openai' | 'anthropic' | 'google' | 'deepseek' }
  /** `address` with its version, such as https://api.example.com/v1; null where each operator has an endpoint of their own. */
  | { sdk: 'openai-compatible'; address: string | null }
)

/** When these prices were taken from the vendors' public lists. Older ones are a guess: settings go before them. */
export const pricesAsOf = '2026-07-11'

/** All that is said of a vendor beside its name (rules.ts): settings, paid keys, addresses and prices follow from it. */
export const vendorFacts = {
  openai: {
    company: 'OpenAI',
    setting: 'OPENAI',
    sdk: 'openai',
    models: [
      { id: 'gpt-5.4-mini', price: 1, context: 400_000, dollars: { input: 0.75, output: 4.5 } },
      { id: 'gpt-5.4', price: 3, context: null, dollars: { input: 2.5, output: 15 } },
    ],
  },
  anthropic: {
    company: 'Anthropic',
    setting: 'ANTHROPIC',
    sdk: 'anthropic',
    models: [
      { id: 'claude-haiku-4-5', price: 1, context: 200_000, dollars: { input: 1, output: 5 } },
      { id: 'claude-sonnet-4-6', price: 3, context: 200_000, dollars: { input: 3, output: 15 } },
    ],
  },
  google: {
    company: 'Google',
    setting: 'GOOGLE',
    sdk: 'google',
    models: [
      { id: 'gemini-2.5-flash', price: 1, context: 1_048_576, dollars: { input: 0.3, output: 2.5 } },
      { id: 'gemini-2.5-pro', price: 2, context: 1_048_576, dollars: { input: 1.25, output: 10 } },
    ],
  },
  deepseek: {
    company: 'DeepSeek',
    setting: 'DEEPSEEK',
    sdk: 'deepseek',
    models: [{ id: 'deepseek-v4-flash', price: 1, context: 1_000_000, dollars: { input: 0.14, output: 0.28 } }],
  },
  meta: {
    company: 'the Llama endpoint',
    setting: 'LLAMA',
    sdk: 'openai-compatible',
    address: null,
    models: [{ id: 'llama3.2', price: 1, context: 128_000, dollars: null }],
  },
} as const satisfies Record<AiVendor, VendorFacts>

export type Sdk = VendorFacts['sdk']

/** The word that a vendor's settings begin with: `OPENAI` in OPENAI_API_KEY. */
export type VendorSetting = (typeof vendorFacts)[AiVendor]['setting']

/** Where a vendor answers, if its SDK doesn't know. */
export function addressOf(vendor: AiVendor): string | undefined {
  const facts: VendorFacts = vendorFacts[vendor]
  return facts.sdk === 'openai-compatible' ? (facts.address ?? undefined) : undefined
}

/** Whether the models run on an endpoint of the operator's own: it may cost nothing, and nobody else has a key for it. */
export function isSelfHosted(vendor: AiVendor): boolean {
  const facts: VendorFacts = vendorFacts[vendor]
  return facts.sdk === 'openai-compatible' && facts.address === null
}
