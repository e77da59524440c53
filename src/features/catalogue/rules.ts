/**
 * The limits of a prompt's fields: numbers of characters, tags and models. `noteMax` is for the note on an edit, and
 * `excerpt` is the maximum length of an excerpt.
 */
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
  modelMax: 60,
  noteMax: 200,
  excerpt: 240,
} as const

/** Only `published` prompts are public. A `shared` one can be read by the members of its groups. */
export const promptStatuses = ['published', 'shared', 'draft', 'pending', 'removed', 'deleted'] as const
/** How many groups may read a prompt. */
export const audienceLimits = { groups: 20 } as const
export const promptSorts = ['newest', 'popular', 'highest-rated', 'trending', 'proved'] as const
/**
 * The default order of a list on a page. It reflects what people use now, and not when a prompt was imported. The API's
 * default is `newest`.
 */
export const standardSort = 'trending'
/** The slug of the category for image prompts. */
export const imageCategory = 'image-generation'
/**
 * The filters of lists besides category, tag and picks, in the order in which pages show them. filter-rules.ts lists
 * their values.
 */
export const filterNames = [
  'language',
  'blanks',
  'length',
  'tested',
  'results',
  'proved',
  'picture',
  'style',
  'tool',
  'ratio',
] as const
export const licenses = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'all-rights-reserved'] as const

/** The lists below a prompt on its page that are empty for most prompts. */
export const promptSections = ['examples', 'comments', 'comparisons', 'tests'] as const
export type PromptSection = (typeof promptSections)[number]
export type PromptStatus = (typeof promptStatuses)[number]
export type FilterName = (typeof filterNames)[number]
export type PromptSort = (typeof promptSorts)[number]
export type License = (typeof licenses)[number]

/** The texts of a prompt that are checked for hidden characters and secrets. */
export const textFields = ['title', 'description', 'content'] as const
export type TextField = (typeof textFields)[number]

/** The license of a new prompt if its author chose none. */
export const standardLicense: License = 'CC-BY-4.0'

/** The number of related prompts on a prompt's page. */
export const relatedMax = 6
/** The maximum number of prompts that GET /api/prompts/featured returns. */
export const featuredMax = 24
/** How many prompts a page of a list has. This number fills rows of two and of three cards. */
export const listPageSize = 18
/** The number of tags on a card, which shows the number of further tags as +N. */
export const cardTags = 3
/** Cards and rows show the number of copies from this number on, because fewer copies say nothing about a prompt. */
const copiesShownFrom = 5
export const showsCopies = ({ copies }: { copies: number }): boolean => copies >= copiesShownFrom
/** Community picks: how many each category has, from how many days votes count, and the minimum number of votes. */
export const picks = { perCategory: 3, days: 30, votesMin: 5 } as const
/** When a prompt was first published, or if it never was, when it was created. “Newest” sorts by this time. */
export const publicationTime = (dates: { publishedAt: string | null; createdAt: string }): string =>
  dates.publishedAt ?? dates.createdAt
/** A visitor's copies of a prompt count only once in this many hours. */
export const copyWindowHours = 24

/** Tells whether an excerpt is the prompt's whole text. */
export function isWhole(excerpt: string): boolean {
  // Excerpts that older code stored are truncated at 240 characters without an ellipsis.
  return !excerpt.endsWith('…') && Array.from(excerpt).length < promptLimits.excerpt
}
