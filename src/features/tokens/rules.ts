import type { TokenScope } from '#lib/http-contract.ts'

/**
 * The limits of API tokens: characters of a name, tokens of an account, days until a token expires, and credits that it
 * may spend a day.
 */
export const tokenLimits = {
  nameMax: 60,
  perMember: 20,
  daysMax: 365,
  daysDefault: 90,
  dailyCreditsMax: 100_000,
  dailyCreditsDefault: 30,
} as const

/** What each scope allows, for the form and the email. */
export const scopeDescriptions: Record<TokenScope, string> = {
  read: 'Read your data: prompts including drafts, saved prompts, votes, credits, your name and your email address',
  write: 'Create, edit, delete, save and import prompts, change comparisons, save values',
  run: 'Run comparisons and the generator, which spends your credits',
}

/** The error messages of the form for a new token. */
export const tokenMessages = {
  nameMissing: 'Give the token a name',
  nameLong: `The name must be at most ${tokenLimits.nameMax} characters`,
  nameUnreadable: 'Use visible characters only, on one line',
  scopeMissing: 'Choose at least one',
  dailyCredits: `Enter a whole number from 0 to ${tokenLimits.dailyCreditsMax.toLocaleString('en-US')}`,
} as const
