import { msg } from '#lib/texts.ts'

/** The maximum numbers of entries in the lists of the home data. */
export const homeSizes = {
  promptsPerSection: 3,
  topCategories: 6,
  tools: 6,
  /** From how many prompts of a category, by trend, its three are chosen. */
  categoryCandidates: 24,
  /** How many that aren't above are read first: one more than needed, because the gate refuses few. */
  firstCandidates: 4,
  /** From how many prompts with results three are chosen. */
  resultCandidates: 12,
  /** A single result would look lost in its section. */
  resultsMin: 2,
  topContributors: 5,
  /** This many prompts, and `allTools` tools, are added by `?includeAllTools=true`. */
  allPrompts: 20,
  allTools: 100,
} as const

/** The texts of sections that are empty. */
export const emptySectionTexts = {
  mostRated: msg('No highly rated prompts available yet.'),
  mostCopied: msg('No popular prompts available yet.'),
  newest: msg('No new prompts available yet.'),
  featured: msg('No featured prompts available yet.'),
  category: msg('No prompts available in this category yet.'),
} as const
