/** Lengths in characters, counts in pieces. Owner of every limit on a prompt. */
export const promptLimits = {
  titleMin: 3,
  titleMax: 200,
  descriptionMax: 300,
  contentMin: 10,
  contentMax: 200_000,
  tagsMax: 10,
  tagMin: 2,
  tagMax: 30,
  modelsMax: 3,
  excerpt: 240,
} as const

export const promptStatuses = ['published', 'draft', 'pending', 'removed', 'deleted'] as const
export const promptSorts = ['newest', 'popular', 'highest-rated', 'trending'] as const
export const licences = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'all-rights-reserved'] as const
export const vendors = ['openai', 'anthropic', 'google', 'deepseek', 'meta'] as const

export type PromptStatus = (typeof promptStatuses)[number]
export type PromptSort = (typeof promptSorts)[number]
export type Licence = (typeof licences)[number]

/** Related prompts on a prompt's page. */
export const relatedMax = 6
/** Featured prompts that GET /api/prompts/featured answers. */
export const featuredMax = 24
/** Tags that a card shows; the rest appear as +N (spec section 2). */
export const cardTags = 3
/** A visitor's copy counts once in this many hours. */
export const copyWindowHours = 24

/** Words that would be taken for a route: no slug and no username may be one of them. */
export const reservedWords: ReadonlySet<string> = new Set([
  'newest',
  'popular',
  'highest-rated',
  'recent',
  'featured',
  'related',
  'category',
  'most-copied',
  'new',
  'trending',
  'edit',
  'admin',
  'api',
  'auth',
  'user',
  'users',
  'prompt',
  'prompts',
  'tool',
  'tools',
  'search',
  'feed',
  'settings',
])

/** The first 240 characters of a content, never half a surrogate pair. */
export function excerptOf(content: string): string {
  return Array.from(content.slice(0, promptLimits.excerpt * 2))
    .slice(0, promptLimits.excerpt)
    .join('')
}
