/** The families of language models, always listed, by vendor. A new one is a line here and an entry in vendor-rules.ts. */
export const familyNames = {
  openai: 'OpenAI',
  anthropic: 'Claude',
  google: 'Gemini',
  deepseek: 'DeepSeek',
  meta: 'Llama',
} as const

export type AiVendor = keyof typeof familyNames
export const aiVendors = Object.keys(familyNames) as readonly AiVendor[]

/** Everybody whose answers may be shown here. `built-in` are this site's own rules, no language models. */
export type ModelVendor = AiVendor | 'built-in'
export const modelVendors: readonly ModelVendor[] = [...aiVendors, 'built-in']

/** The two built-in engines. */
export const composerId = 'composer'
export const checkerId = 'checker'

/** Times in ms, lengths in characters, output in tokens. Owner of every limit on a model's answer. */
export const askLimits = {
  firstTokenMs: 15_000,
  wholeMs: 60_000,
  promptMax: 32_000,
  outputTokensMax: 4_096,
  /** A model that doesn't keep to its cap is cut off here. */
  textMax: 64_000,
  /** Questions to one vendor at a time; an endpoint of the operator's own is often one machine. */
  atOnce: { hosted: 32, selfHosted: 4 },
  waitingMax: 64,
  waitMs: 20_000,
} as const

/** Characters that show nothing, or turn what is shown around: controls, direction marks, tags. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unseen = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu

/** A model's text without characters that only deceive. Joiners stay: emoji and several scripts need them. */
export function cleanText(text: string): string {
  return text.replace(unseen, '').toWellFormed()
}

const denseScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/**
 * About how many tokens a text has: every model counts in its own way, so this is an estimate. Four characters make a
 * token in Latin letters, two in other alphabets, one in Chinese, Japanese and Korean.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(denseScripts)?.length ?? 0
  const latin = text.match(/[\u0020-\u024F\n]/g)?.length ?? 0
  return Math.ceil(dense + latin / 4 + Math.max(0, text.length - dense - latin) / 2)
}
