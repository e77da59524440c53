import type { Category, FilterCounts, PromptCard } from '#features/catalogue/contract.ts'
import { filterNames } from '#features/catalogue/rules.ts'
import type { Contributor } from '#features/contributors/contract.ts'
import type { Home } from '#features/home/contract.ts'
import type { CardPicture } from '#features/results/contract.ts'
import type { Tool } from '#features/tools/contract.ts'

const morning = '2026-11-20T09:00:00.000Z'

/** The data of the home page as the API returns it. Everything is empty except the given parts. */
export function makeHome(parts: Partial<Home> = {}): Home {
  return {
    featured: [],
    mostRated: [],
    mostCopied: [],
    newest: [],
    categories: [],
    topCategories: [],
    categoryPrompts: {},
    featuredTools: [],
    freeTools: [],
    tools: [],
    topContributors: [],
    ...parts,
  }
}

/** A category with this slug. */
export function makeCategory(slug: string): Category {
  return { id: `id-${slug}`, name: slug, slug, description: '', promptCount: 1 }
}

/** The numbers of prompts for each filter. There are none except the given ones. */
export function makeCounts(parts: Partial<FilterCounts> = {}): FilterCounts {
  const none = Object.fromEntries(filterNames.map((name) => [name, []])) as unknown as FilterCounts
  return { ...none, ...parts }
}

/** The card of a prompt with this slug. */
export function makeCard(slug: string): PromptCard {
  return {
    id: `id-${slug}`,
    slug,
    title: slug,
    description: '',
    tags: [],
    category: { name: 'General', slug: 'general' },
    user: { username: 'ada' },
    featured: false,
    communityPick: false,
    excerpt: '',
    language: 'en',
    votes: { up: 0, down: 0 },
    copies: 0,
    favorites: 0,
    comments: 0,
    testedWith: [],
    worksBestWith: null,
    credit: null,
    picture: null,
    result: null,
    proof: null,
    createdAt: morning,
    updatedAt: morning,
    publishedAt: morning,
  }
}

/** The result of a card that shows this picture. */
export function makePictureResult(picture: CardPicture): PromptCard['result'] {
  return { source: 'example', model: 'Flux', text: null, picture, madeAt: morning }
}

/** A tool with this name. */
export function makeTool(name: string): Tool {
  return {
    id: `id-${name}`,
    slug: name.toLowerCase(),
    name,
    description: `What ${name} does.`,
    type: 'text',
    featured: false,
    url: `https://www.${name.toLowerCase()}.example/start`,
    isFree: true,
    isFullyFree: false,
    tags: [],
    category: { name: 'General', slug: 'general' },
    mark: null,
    createdAt: morning,
    updatedAt: morning,
  }
}

/** A member with this name and one prompt. Everything else is zero except the given parts. */
export function makeContributor(username: string, parts: Partial<Contributor> = {}): Contributor {
  return {
    username,
    isMember: true,
    prompts: 1,
    copies: 0,
    votes: 0,
    used: 0,
    edits: 0,
    score: 0,
    bestPrompt: null,
    joinedAt: morning,
    ...parts,
  }
}
