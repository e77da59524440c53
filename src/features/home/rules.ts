/** Sizes of the home page. */
export const homeSizes = {
  promptsPerSection: 3,
  /** The first prompts of an order, from which a section's are chosen. */
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
