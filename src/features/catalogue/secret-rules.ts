/** The kind and line (from 1) of something that looks like a secret. Doesn't contain the secret itself. */
export type FoundSecret = { kind: string; line: number }

/** The formats of keys, tokens and passwords. Each is specific enough that ordinary words don't match. */
const formats: [kind: string, format: RegExp][] = [
  ['AWS access key', /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g],
  ['OpenAI key', /\bsk-(?:proj-|svcacct-|admin-)?(?!ant-|or-)[A-Za-z0-9_-]{32,}/g],
  ['Anthropic key', /\bsk-ant-[A-Za-z0-9_-]{24,}/g],
  ['OpenRouter key', /\bsk-or-[A-Za-z0-9_-]{24,}/g],
  // A key can end with a hyphen, so its end isn't always the end of a word.
  ['Google key', /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g],
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})\b/g],
  ['GitLab token', /\bglpat-[A-Za-z0-9_-]{20,}/g],
  ['Slack token', /\bxox[abposr]-[A-Za-z0-9-]{20,}/g],
  ['Stripe key', /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}/g],
  ['Hugging Face token', /\bhf_[A-Za-z0-9]{30,}\b/g],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/g],
  ['JSON Web Token', /(?<![\w-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g],
  ['password in a URL', /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@{}]{1,100}:[^\s/@{}]{3,100}@[\w.-]+/gi],
]
const foundMax = 20

/** Finds the first 20 parts of a text that look like a key, token or password. */
export function findSecrets(text: string): FoundSecret[] {
  const matches = formats.flatMap(([kind, format]) => [...text.matchAll(format)].map(({ index }) => ({ kind, index })))
  // Line numbers are only computed for the first matches. A text can contain thousands of matches, each after thousands
  // of lines.
  const firstMatches = matches.sort((one, other) => one.index - other.index).slice(0, foundMax)
  return firstMatches.map(({ kind, index }) => ({ kind, line: lineAt(text, index) }))
}

function lineAt(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line++
  return line
}
