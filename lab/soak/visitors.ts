import { send } from '../load/send.ts'
import { outcomeOf, type SoakContext } from './soak-context.ts'

const pages = ['/', '/prompts', '/prompts/newest', '/categories', '/contributors', '/ranking', '/tools', '/collections']
const lists = ['/api/prompts/newest', '/api/prompts/most-copied', '/api/tags', '/api/leaderboard', '/api/footer']
const words = [
  'write',
  'letter',
  'garden',
  'contract',
  'budget',
  'recipe',
  'explain quantum',
  'plan my travel',
  'robot',
]

/** What visitors do in a soak test: each action is one request. */
export const visitorActions = {
  page: async ({ site, pick, prompts, random }: SoakContext) =>
    outcomeOf(await send(site.address, random() < 0.5 ? pick(pages) : `/prompt/${pick(prompts).slug}`)),
  list: async ({ site, pick }: SoakContext) => outcomeOf(await send(site.address, pick(lists))),
  search: async ({ site, pick, random }: SoakContext) => {
    const path = random() < 0.3 ? '/api/search/suggestions' : '/api/search'
    return outcomeOf(await send(site.address, `${path}?q=${encodeURIComponent(pick(words))}`))
  },
  copy: async ({ site, pick, prompts }: SoakContext) =>
    outcomeOf(await send(site.address, `/api/prompts/${pick(prompts).id}/copy`, { json: {} })),
}
