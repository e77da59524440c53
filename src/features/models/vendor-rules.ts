import type { AiVendor } from './rules.ts'

/** What a vendor charges, in US dollars per million tokens. */
export type TokenCosts = { input: number; output: number }

/**
 * A model that the site offers. `price` is in credits for one answer. `context` is the context window in tokens.
 * `dollars` is what the vendor charges: the basis of the daily budget and of the cost that is shown. Null means
 * unknown.
 */
export type OfferedModel = { id: string; price: number; context: number | null; dollars: TokenCosts | null }

/**
 * The facts about a vendor. `setting` is the prefix of its settings. Its `models` are offered unless a `_MODELS` setting
 * names others.
 */
type VendorFacts = {
  company: string
  setting: string
  models: readonly OfferedModel[]
  /** Matches the names by which people call its models. */
  namePattern: RegExp
  /** The id of the vendor's own chat in run-target-rules.ts, where people can run a prompt. */
  chat: string
  /** The name of its mark in public/marks. */
  mark: string
  /**
   * How to find its models in OpenRouter's list: ids begin with `maker/`, those offered by default with `maker/series`.
   */
  openRouter: { maker: string; series: string }
} & (
  | { sdk: 'openai' | 'anthropic' | 'google' | 'deepseek'; keyPage: string }
  /** `baseUrl` includes the version, such as https://api.example.com/v1. */
  | { sdk: 'openai-compatible'; baseUrl: string; keyPage: string }
  /** Operators run their own endpoint, and members have no keys for it. */
  | { sdk: 'openai-compatible'; baseUrl: null }
)

/** The date of the prices in `vendorFacts`, which are from the vendors' public lists. Settings override the prices. */
export const pricesAsOf = '2026-11-28'

/** Everything about the vendors except the names of their families, which are in rules.ts. */
export const vendorFacts = {
  openai: {
    company: 'OpenAI',
    setting: 'OPENAI',
    namePattern: /\b(chat)?gpt|\bopenai\b|\bo[1-9]\b/i,
    chat: 'chatgpt',
    mark: 'openai',
    sdk: 'openai',
    keyPage: 'https://platform.openai.com/api-keys',
    openRouter: { maker: 'openai', series: 'gpt-' },
    models: [
      { id: 'gpt-5.4-mini', price: 1, context: 400_000, dollars: { input: 0.75, output: 4.5 } },
      { id: 'gpt-5.4', price: 3, context: 1_050_000, dollars: { input: 2.5, output: 15 } },
    ],
  },
  anthropic: {
    company: 'Anthropic',
    setting: 'ANTHROPIC',
    namePattern: /\bclaude\b|\banthropic\b/i,
    chat: 'claude',
    mark: 'claude-color',
    sdk: 'anthropic',
    keyPage: 'https://console.anthropic.com/settings/keys',
    openRouter: { maker: 'anthropic', series: 'claude-' },
    models: [
      { id: 'claude-haiku-4-5', price: 1, context: 200_000, dollars: { input: 1, output: 5 } },
      { id: 'claude-sonnet-4-6', price: 3, context: 1_000_000, dollars: { input: 3, output: 15 } },
    ],
  },
  google: {
    company: 'Google',
    setting: 'GOOGLE',
    namePattern: /\bgemini\b/i,
    chat: 'gemini',
    mark: 'gemini-color',
    sdk: 'google',
    keyPage: 'https://aistudio.google.com/apikey',
    openRouter: { maker: 'google', series: 'gemini-' },
    models: [
      { id: 'gemini-3.5-flash-lite', price: 1, context: 1_048_576, dollars: { input: 0.3, output: 2.5 } },
      // Half of this price until 2026-12-31.
      { id: 'gemini-3.8-flash', price: 2, context: 1_048_576, dollars: { input: 1.5, output: 7.5 } },
    ],
  },
  deepseek: {
    company: 'DeepSeek',
    setting: 'DEEPSEEK',
    namePattern: /\bdeepseek\b/i,
    chat: 'deepseek',
    mark: 'deepseek-color',
    sdk: 'deepseek',
    keyPage: 'https://platform.deepseek.com/api_keys',
    openRouter: { maker: 'deepseek', series: 'deepseek-' },
    // The price at peak hours. At other times it is half.
    models: [{ id: 'deepseek-flash', price: 1, context: 1_000_000, dollars: { input: 0.3, output: 1.2 } }],
  },
  meta: {
    company: 'Llama’s server',
    setting: 'LLAMA',
    namePattern: /\bllama/i,
    chat: 'llama',
    mark: 'metaai-color',
    sdk: 'openai-compatible',
    baseUrl: null,
    openRouter: { maker: 'meta-llama', series: 'llama-' },
    models: [{ id: 'llama3.2', price: 1, context: 128_000, dollars: null }],
  },
} as const satisfies Record<AiVendor, VendorFacts>

/** What “one answer” means for a price: the tokens of a prompt of about 750 words and of an answer of about 500. */
const usualAnswer = { input: 1_000, output: 700 }

/** Returns how many usual answers a dollar buys at these prices per million tokens. */
export function answersPerDollar({ input, output }: TokenCosts): number {
  return 1_000_000 / (input * usualAnswer.input + output * usualAnswer.output)
}

/**
 * The prices of models that earlier versions offered by default, so settings may name them. Their vendors answer with
 * the successors.
 */
export const earlierPrices: Record<string, TokenCosts> = {
  'gemini-2.5-flash': { input: 0.3, output: 2.5 },
  'gemini-2.5-pro': { input: 1.5, output: 10 },
  'deepseek-v4-flash': { input: 0.3, output: 1.2 },
}

/** OpenRouter needs one key for all families. Its models belong to the families of their makers (docs/decisions/016). */
export const openRouter = {
  company: 'OpenRouter',
  setting: 'OPENROUTER',
  baseUrl: 'https://openrouter.ai/api/v1',
  keyPage: 'https://openrouter.ai/settings/keys',
} as const

export type Sdk = VendorFacts['sdk'] | 'openrouter'

/** The prefix of a vendor's settings, such as `OPENAI` in OPENAI_API_KEY. */
export type VendorSetting = (typeof vendorFacts)[AiVendor]['setting']

/** Returns the base URL of a vendor's API. Undefined if the vendor's SDK knows it or the operator sets it. */
export function apiBaseUrlOf(vendor: AiVendor): string | undefined {
  const facts: VendorFacts = vendorFacts[vendor]
  return facts.sdk === 'openai-compatible' ? (facts.baseUrl ?? undefined) : undefined
}

/** Returns the page where people get a key of this vendor. Null if its models run on the operator's own endpoint. */
export function keyPageOf(vendor: AiVendor): string | null {
  const facts: VendorFacts = vendorFacts[vendor]
  return 'keyPage' in facts ? facts.keyPage : null
}

/** Tells whether a vendor's models run on the operator's own endpoint, which accepts no member's key. */
export function isSelfHosted(vendor: AiVendor): boolean {
  return keyPageOf(vendor) === null
}
