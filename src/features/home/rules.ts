/** Sizes of the home page. */
export const homeSizes = {
  promptsPerSection: 3,
  /** One more than are shown in a section: the hero takes one of them. */
  featured: 4,
  /** A section of newest or trending prompts shows readable ones first, chosen from this many. */
  candidates: 12,
  topCategories: 6,
  tools: 6,
  topContributors: 5,
  allPrompts: 20,
  allTools: 100,
} as const

/** The texts of empty sections. */
export const emptySectionTexts = {
  mostRated: 'No highly rated prompts available yet.',
  mostCopied: 'No popular prompts available yet.',
  newest: 'No new prompts available yet.',
  featured: 'No featured prompts available yet.',
  category: 'No prompts available in this category yet.',
} as const
