import type { Category, FilterCounts, PromptCard } from '#features/catalogue/contract.ts'
import type { Home } from '#features/home/contract.ts'
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
  return { language: [], blanks: [], length: [], tested: [], results: [], style: [], tool: [], ratio: [], ...parts }
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
    examplePicture: null,
    createdAt: morning,
    updatedAt: morning,
    publishedAt: morning,
  }
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
    createdAt: morning,
    updatedAt: morning,
  }
}
