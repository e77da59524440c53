import type { TokenScope } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'

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
  get read() {
    return t(
      'Read your data: your name, email address and profile, prompts including drafts, their statistics, examples and saved values, suggested edits, approvals, collections, saved prompts, votes, follows, blocks, notifications, comparisons, generated prompts and credits',
    )
  },
  get write() {
    return t(
      'Create, edit, publish, delete, restore, save and import prompts; change their test cases and saved values; create, change and delete collections; suggest edits and answer suggested ones; send changes for approval and decide about them; change, share, publish and delete comparisons; delete generated prompts; follow; mark notifications as read',
    )
  },
  get run() {
    return t('Run comparisons, the generator, and tests of prompts and suggested edits, which spends your credits')
  },
}

/** The error messages of the form for a new token. */
export const tokenMessages = {
  get nameMissing() {
    return t('Give the token a name')
  },
  get nameLong() {
    return t('The name must be at most {nameMax} characters', { nameMax: tokenLimits.nameMax })
  },
  get nameUnreadable() {
    return t('Use visible characters only, on one line')
  },
  get scopeMissing() {
    return t('Choose at least one')
  },
  get dailyCredits() {
    return t('Enter a whole number from 0 to {max}', { max: tokenLimits.dailyCreditsMax })
  },
} as const
