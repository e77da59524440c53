import { formatNumber } from '#lib/numbers.ts'
import { type PromptPart, partsOf, partTexts, promptParts, seemsEnglish } from './prompt-part-rules.ts'
import { estimateTokens } from './rules.ts'

/** Words that can mean many things, with what to write instead. */
const vagueWords: Record<string, string> = {
  good: 'say what makes it good',
  nice: 'say what makes it so',
  better: 'say in what way',
  best: 'say by what measure',
  some: 'give a number',
  several: 'give a number',
  few: 'give a number',
  many: 'give a number',
  short: 'give a length, such as 100 words',
  long: 'give a length, such as 1,000 words',
  brief: 'give a length, such as 3 sentences',
  detailed: 'name the details that matter',
  soon: 'give a date',
  recent: 'give a date',
  interesting: 'say to whom and why',
  appropriate: 'say what fits and what doesn’t',
  proper: 'say what fits and what doesn’t',
  stuff: 'name the things',
  things: 'name the things',
  something: 'name it',
  etc: 'finish the list',
  maybe: 'decide, or ask for both',
  professional: 'say what that means here: formal, exact, without slang',
  creative: 'say what may be changed and what may not',
}

/** Pairs of demands that contradict each other, with the warning about a prompt that contains both. */
const contradictions: [RegExp, RegExp, string][] = [
  [
    /\b(short|brief|concise)\b/i,
    /\b(long|detailed|in[- ]depth|comprehensive|exhaustive)\b/i,
    'It asks for both a short and a long text.',
  ],
  [/\bformal\b/i, /\b(casual|informal|friendly|chatty)\b/i, 'It asks for both a formal and a casual tone.'],
  [/\bsimple\b/i, /\b(technical|advanced|expert[- ]level)\b/i, 'It asks for both a simple and an advanced text.'],
]

/** Matches a blank in one of four notations: `{{name}}`, `${name}`, `[NAME]` and `<the name>`. */
const blank =
  /\{\{\s*([^\s{}](?:[^{}]{0,58}[^\s{}])?)\s*\}\}|\$\{([\p{L}_][\p{L}\p{N}_ -]{0,40})\}|\[([A-Z][A-Z0-9 _-]{2,40})\]|<([a-z][a-z0-9]*(?:[ _-][a-z0-9]+)+)>/gu
const secret = /\b(sk-[A-Za-z0-9_-]{16,}|AKIA[A-Z0-9]{16}|ghp_[A-Za-z0-9]{20,}|-----BEGIN [A-Z ]*PRIVATE KEY-----)/
// Matching starts only where no letter, digit, `_`, `.`, `+` or `-` comes before. Otherwise a long row of such
// characters would take seconds.
const emailAddress = /(?<![\w.+-])[.+-]*\w[\w.+-]*@[\w-]+\.[\w.-]+\b/
const longSentenceWords = 60
const longPromptTokens = 4_000

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' })

/**
 * What the checker finds in a prompt. Missing parts are found only in English prompts. `blanks` are places still to fill
 * in.
 */
export type Findings = {
  isEnglish: boolean
  tokens: number
  missing: PromptPart[]
  vague: { word: string; advice: string }[]
  blanks: string[]
  warnings: string[]
}

/** Reviews a prompt by rules, without a language model. */
export function findProblems(prompt: string): Findings {
  const parts = partsOf(prompt)
  const isEnglish = seemsEnglish(prompt)
  const words = new Set(prompt.toLowerCase().match(/\p{L}+/gu))
  return {
    tokens: estimateTokens(prompt),
    isEnglish,
    missing: isEnglish ? promptParts.filter((part) => !parts.has(part)) : [],
    vague: Object.entries(vagueWords).flatMap(([word, advice]) => (words.has(word) ? [{ word, advice }] : [])),
    blanks: [...new Set([...prompt.matchAll(blank)].map((match) => match.slice(1).find(Boolean) ?? ''))].map(blankName),
    warnings: warningsOf(prompt),
  }
}

function blankName(text: string): string {
  return (text.split(':')[0] as string).trim()
}

function warningsOf(prompt: string): string[] {
  const warnings = contradictions.flatMap(([one, other, message]) =>
    one.test(prompt) && other.test(prompt) ? [message] : [],
  )
  if (secret.test(prompt))
    warnings.push('It contains what looks like a secret key. Remove it before you send the prompt anywhere.')
  if (emailAddress.test(prompt))
    warnings.push('It contains an email address. Leave it out if the answer doesn’t need it.')
  const longest = Math.max(0, ...[...sentences.segment(prompt)].map(({ segment }) => segment.split(/\s+/).length))
  if (longest > longSentenceWords)
    warnings.push(`One sentence has ${longest} words. Split it, so the model doesn’t miss anything.`)
  if (estimateTokens(prompt) > longPromptTokens)
    warnings.push('The prompt is long. Put the task first or last, since models are most likely to miss the middle.')
  return warnings
}

const list = (lines: string[]) => lines.map((line) => `- ${line}`).join('\n')

/** Returns the checker's review of a prompt as Markdown. It is always the same for the same prompt. */
export function checkPrompt(prompt: string): string {
  const { isEnglish, tokens, missing, vague, blanks, warnings } = findProblems(prompt)
  const found = promptParts.filter((part) => !missing.includes(part))
  const count = missing.length + vague.length + blanks.length + warnings.length
  const sections = [
    '_Checked by rules, not by a language model. Parts and vague words are found in English only; blanks, length, secrets and email addresses in every language._',
    `**Length:** about ${formatNumber(tokens)} ${tokens === 1 ? 'token' : 'tokens'} (an estimate, since each model counts differently).`,
    `**Parts found:** ${isEnglish ? found.map((part) => partTexts[part].name).join(', ') || 'none' : 'unknown, since the prompt does not seem to be in English'}.`,
  ]
  if (missing.length > 0) {
    const advice = promptParts
      .filter((part) => missing.includes(part))
      .map((part) => `${partTexts[part].name}: ${partTexts[part].advice}`)
    sections.push(`**Missing parts:**\n${list(advice)}`)
  }
  if (vague.length > 0)
    sections.push(`**Vague words:**\n${list(vague.map(({ word, advice }) => `“${word}”: ${advice}.`))}`)
  if (blanks.length > 0)
    sections.push(`**Still to be filled in:**\n${list(blanks.map((name) => `\`${name.replaceAll('`', '')}\``))}`)
  if (warnings.length > 0) sections.push(`**Warnings:**\n${list(warnings)}`)
  if (count === 0) sections.push('No problems found.')
  return `${sections.join('\n\n')}\n`
}
