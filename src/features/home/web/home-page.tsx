import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { CategoryPanel } from '#features/catalogue/web/category-panel.tsx'
import { ContributorTable, isScored } from '#features/contributors/web/contributor-table.tsx'
import type { Home } from '#features/home/contract.ts'
import type { CopyWay } from '#features/prompt-statistics/rules.ts'
import { ToolGrid } from '#features/tools/web/tool-grid.tsx'
import { Section } from '#ui/section.tsx'
import { HomeCategories } from './home-categories.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomeSections } from './home-sections.tsx'
import { choosePromptToTry } from './try-prompt.tsx'

/**
 * Shows the home page: the search field, a prompt to fill in, all categories, four sections of prompts,
 * featured collections, the largest categories, tools and contributors.
 */
export function HomePage({
  home,
  search,
  renderActions,
  collections,
  onCopied,
}: {
  home: Home
  /** The search field with its shortcuts to searches. */
  search: ReactNode
  /** Returns the buttons on a prompt's card. */
  renderActions?: (prompt: PromptCard) => ReactNode
  /** The section of featured collections. */
  collections?: ReactNode
  onCopied?: (prompt: PromptCard, way: CopyWay) => void
}) {
  const { featured, mostRated, mostCopied, newest } = home
  // The last of the featured prompts comes first: its card is the furthest from the top of the page.
  const promptToTry = choosePromptToTry([...featured.toReversed(), ...mostRated, ...mostCopied, ...newest])
  return (
    <div className="wrap">
      <HomeHero prompt={promptToTry} search={search} onCopied={onCopied} />
      <CategoryPanel categories={home.categories} />
      <HomeSections home={home} renderActions={renderActions} />
      {collections}
      <Section
        title="By category"
        more={
          <Link to="/categories" className="link">
            All {home.categories.length} categories
          </Link>
        }
      >
        <HomeCategories categories={home.topCategories} prompts={home.categoryPrompts} />
      </Section>
      {home.tools.length > 0 && (
        <Section
          title="AI tools"
          more={
            <Link to="/tools" className="link">
              All tools
            </Link>
          }
        >
          <ToolGrid tools={home.tools} />
        </Section>
      )}
      {home.topContributors.length > 0 && (
        <Section
          title="Top contributors"
          aside={
            isScored(home.topContributors) ? '10 points per prompt, 2 per net vote, 1 per copy' : 'By number of prompts'
          }
        >
          <ContributorTable contributors={home.topContributors} />
        </Section>
      )}
    </div>
  )
}
