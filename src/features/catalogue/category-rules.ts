/** The slugs of the fixed categories. Admins can change their names, descriptions and order, but can't delete them. */
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

/** The limits on a category's texts, in characters. */
export const categoryLimits = { nameMin: 2, nameMax: 40, descriptionMin: 10, descriptionMax: 160 } as const
