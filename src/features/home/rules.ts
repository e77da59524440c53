/** How many entries the parts of the home page show. */
export const homeSizes = {
  promptsPerSection: 3,
  /** One more than a section shows, because the top of the page may show one of these prompts. */
  featured: 4,
  /** Newest and trending sections choose from this many prompts, and show readable ones first. */
  candidates: 12,
  topCategories: 6,
  tools: 6,
  topContributors: 5,
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
