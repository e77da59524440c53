/**
 * The families of language models by vendor. They are always listed. A new family needs a line here and an entry in
 * vendor-rules.ts.
 */
export const familyNames = {
  openai: 'OpenAI',
  anthropic: 'Claude',
  google: 'Gemini',
  deepseek: 'DeepSeek',
  meta: 'Llama',
} as const

export type AiVendor = keyof typeof familyNames
export const aiVendors = Object.keys(familyNames) as readonly AiVendor[]

/** The names of members' own keys: one for each family, and OpenRouter's for all families. */
export const ownKeyNames = [...aiVendors, 'openrouter'] as const
export type OwnKeyName = (typeof ownKeyNames)[number]

/** Who can write an answer. `built-in` stands for this site's own engines, which aren't language models. */
export type ModelVendor = AiVendor | 'built-in'
export const modelVendors: readonly ModelVendor[] = [...aiVendors, 'built-in']

/** The ids of the two built-in engines. */
export const composerId = 'composer'
export const checkerId = 'checker'

/** The limits of questions and answers. Times are in ms, lengths in characters, output in tokens. */
export const askLimits = {
  firstTokenMs: 15_000,
  totalMs: 60_000,
  promptMax: 32_000,
  outputTokensMax: 4_096,
  /** Cuts off models that ignore `outputTokensMax`. */
  textMax: 64_000,
  /** How many questions to one source of models run at once. An operator's own endpoint is often a single machine. */
  concurrency: { hosted: 32, selfHosted: 4 },
  /** How many more questions to a source may wait, and for how long. */
  waitingMax: 64,
  waitMs: 20_000,
} as const

/** A model counts as ended this many days after it was last offered. Outages and restarts are shorter. */
export const endedAfterDays = 7
/** A model counts as ended this many days after its vendor began to say that it doesn't know the model. */
export const unknownAfterDays = 2
/** Why a model counts as ended: not offered here, gone from its vendor's list, unknown to its vendor, or marked by an admin. */
export const endReasons = ['offers', 'list', 'failures', 'admin'] as const
export type EndReason = (typeof endReasons)[number]

/**
 * Matches control characters (except tab and line feed), tag characters, and others that are invisible or change the
 * text direction, such as the zero-width space.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match them
const invisible = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu

/**
 * Removes `invisible` characters from a model's text, and replaces lone surrogates. Zero-width joiners and non-joiners
 * stay, because emoji and several scripts need them.
 */
export function cleanText(text: string): string {
  return text.replace(invisible, '').toWellFormed()
}

/** Matches characters that take about one token each. */
const denseScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/**
 * Estimates the number of tokens in a text, because every model counts differently. Assumes that a token has four
 * characters in Latin script, two in other alphabets, and one in Chinese, Japanese and Korean.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(denseScripts)?.length ?? 0
  const latin = text.match(/[\u0020-\u024F\n]/g)?.length ?? 0
  return Math.ceil(dense + latin / 4 + Math.max(0, text.length - dense - latin) / 2)
}

/** Tells whether a language model can answer on this site. The built-in engines aren't language models. */
export function hasLanguageModel(models: readonly { vendor: ModelVendor; available: boolean }[]): boolean {
  return models.some(({ vendor, available }) => available && vendor !== 'built-in')
}
