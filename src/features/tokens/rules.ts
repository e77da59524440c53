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
  read: 'Read your data: your name, email address and profile, prompts including drafts, their statistics, examples and saved values, suggested edits, approvals, collections, saved prompts, votes, follows, blocks, notifications, comparisons, generated prompts and credits',
  write:
    'Create, edit, publish, delete, restore, save and import prompts; change their test cases and saved values; create, change and delete collections; suggest edits and answer suggested ones; send changes for approval and decide about them; change, share, publish and delete comparisons; delete generated prompts; follow; mark notifications as read',
  run: 'Run comparisons, the generator, and tests of prompts and suggested edits, which spends your credits',
}

/** The error messages of the form for a new token. */
export const tokenMessages = {
  nameMissing: 'Give the token a name',
  nameLong: `The name must be at most ${tokenLimits.nameMax} characters`,
  nameUnreadable: 'Use visible characters only, on one line',
  scopeMissing: 'Choose at least one',
  dailyCredits: `Enter a whole number from 0 to ${tokenLimits.dailyCreditsMax.toLocaleString('en-US')}`,
} as const
