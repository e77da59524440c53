/** The maximum numbers of entries in the lists of the home data. */
export const homeSizes = {
  promptsPerSection: 3,
  topCategories: 6,
  tools: 6,
  topContributors: 5,
  /** This many prompts, and `allTools` tools, are added by `?includeAllTools=true`. */
  allPrompts: 20,
  allTools: 100,
} as const

/** The texts of sections that are empty. */
export const emptySectionTexts = {
  mostRated: 'No highly rated prompts available yet.',
  mostCopied: 'No popular prompts available yet.',
  newest: 'No new prompts available yet.',
  featured: 'No featured prompts available yet.',
  category: 'No prompts available in this category yet.',
} as const
