/** The fixed categories. They can be renamed and reordered, but not deleted. */
export const standardCategories: ReadonlySet<string> = new Set([
  'general',
  'writing-editing',
  'business-finance',
  'education-learning',
  'technical',
  'programming-code',
  'customer-support',
  'research',
  'analysis',
  'productivity',
  'personal',
  'creative',
  'image-generation',
  'multilingual-translation',
  'entertainment',
])

/** Lengths in characters. */
export const categoryLimits = { nameMin: 2, nameMax: 40, descriptionMin: 10, descriptionMax: 160 } as const
