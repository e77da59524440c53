/**
 * The families of language models by vendor, always listed. A new one needs a line here and an entry in
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

/** The own keys that members may use: one for each family, and one at OpenRouter for all families. */
export const ownKeyNames = [...aiVendors, 'openrouter'] as const
export type OwnKeyName = (typeof ownKeyNames)[number]

/** The authors of answers. `built-in` stands for this site's rules, which aren't language models. */
export type ModelVendor = AiVendor | 'built-in'
export const modelVendors: readonly ModelVendor[] = [...aiVendors, 'built-in']

/** The two built-in engines. */
export const composerId = 'composer'
export const checkerId = 'checker'

/** All limits on a model's answer. Times in ms, lengths in characters, output in tokens. */
export const askLimits = {
  firstTokenMs: 15_000,
  totalMs: 60_000,
  promptMax: 32_000,
  outputTokensMax: 4_096,
  /** Cuts off models that ignore `outputTokensMax`. */
  textMax: 64_000,
  /** Concurrent questions to one vendor. The operator's own endpoint is often a single machine. */
  concurrency: { hosted: 32, selfHosted: 4 },
  /** How many more questions to a vendor may wait, and how long. */
  waitingMax: 64,
  waitMs: 20_000,
} as const

/** A model counts as ended this many days after it was last offered. Outages and restarts are shorter. */
export const endedAfterDays = 7

/** Characters that are invisible or change the direction of text: controls, direction marks, tags. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match them
const invisible = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu

/** Removes invisible characters from a model's text, except joiners, which emoji and several scripts need. */
export function cleanText(text: string): string {
  return text.replace(invisible, '').toWellFormed()
}

const denseScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/**
 * Estimates the tokens of a text, since every model counts differently. A token counts as four characters in Latin
 * letters, two in other alphabets, one in Chinese, Japanese and Korean.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(denseScripts)?.length ?? 0
  const latin = text.match(/[\u0020-\u024F\n]/g)?.length ?? 0
  return Math.ceil(dense + latin / 4 + Math.max(0, text.length - dense - latin) / 2)
}

/** Whether a language model can answer on this site; the built-in engines aren't language models. */
export function hasLanguageModel(models: readonly { vendor: ModelVendor; available: boolean }[]): boolean {
  return models.some(({ vendor, available }) => available && vendor !== 'built-in')
}
