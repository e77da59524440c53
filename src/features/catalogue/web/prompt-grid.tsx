import type { ReactNode } from 'react'
import type { PromptCard as Card } from '#features/catalogue/contract.ts'
import type { PromptSort } from '#features/catalogue/rules.ts'
import { PromptCard } from './prompt-card.tsx'

/**
 * A grid of prompt cards. `isNarrow` means that it is next to a side column. If the page is about a category (its slug
 * is `within`) or a person (`personNames`), cards don't name it. They first show the number or date that `sort` uses.
 */
export function PromptGrid({
  prompts,
  heading,
  isNarrow = false,
  within,
  sort,
  personNames,
  renderActions,
}: {
  prompts: Card[]
  heading?: 'h2' | 'h3'
  isNarrow?: boolean
  within?: string
  sort?: PromptSort
  personNames?: string[]
  /** Returns the buttons of other features for a card. */
  renderActions?: (prompt: Card) => ReactNode
}) {
  return (
    <div className={isNarrow ? 'cards cards-2' : 'cards'}>
      {prompts.map((prompt) => (
        <PromptCard
          key={prompt.id}
          prompt={prompt}
          heading={heading}
          within={within}
          sort={sort}
          personNames={personNames}
          actions={renderActions?.(prompt)}
        />
      ))}
    </div>
  )
}
