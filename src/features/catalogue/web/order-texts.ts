import type { PromptCard } from '#features/catalogue/contract.ts'
import type { PromptSort } from '#features/catalogue/rules.ts'
import { isUnranked } from '#features/catalogue/unranked-rules.ts'

/** What each order means, in words, and what a list shows while it has nothing to go by. */
const explanations: Record<PromptSort, { ranked: string; unranked: string }> = {
  newest: { ranked: 'Last published first.', unranked: '' },
  popular: {
    ranked: 'Most copied first.',
    unranked: 'Most copied first. Nobody has copied any of these yet, so the newest come first.',
  },
  'highest-rated': {
    ranked: 'Best share of up votes first, unrated prompts last.',
    unranked: 'Best share of up votes first. Nobody has voted for any of these yet, so the newest come first.',
  },
  trending: {
    ranked: 'Trending first: recent votes and copies.',
    unranked: 'Trending first: recent votes and copies. There are none yet, so the newest come first.',
  },
}

/** The order of a list, in words. `prompts`: those of its page. */
export function explanationOf(sort: PromptSort, prompts: PromptCard[], cursor: string | undefined): string {
  return explanations[sort][isUnranked(sort, prompts, cursor) ? 'unranked' : 'ranked']
}
