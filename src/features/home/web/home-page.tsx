import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { CategoryPanel } from '#features/catalogue/web/category-panel.tsx'
import { ContributorTable, isScored } from '#features/contributors/web/contributor-table.tsx'
import type { Home } from '#features/home/contract.ts'
import type { CopyWay } from '#features/prompt-statistics/rules.ts'
import { ToolGrid } from '#features/tools/web/tool-grid.tsx'
import { plural, t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { HomeCategories } from './home-categories.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomeSections } from './home-sections.tsx'
import { RecentResults } from './recent-results.tsx'

/**
 * Shows the home page: the search field, the prompt of the day, all categories, four sections of prompts,
 * the largest categories, recent results, featured collections, tools and contributors.
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
  return (
    <div className="wrap">
      <HomeHero prompt={home.pick} search={search} onCopied={onCopied} />
      <CategoryPanel categories={home.categories} isShelf />
      <HomeSections home={home} renderActions={renderActions} />
      <Section
        title={t('By category')}
        more={
          <Link to="/categories" className="link">
            {plural(home.categories.length, 'All {count} categories', 'All {count} categories')}
          </Link>
        }
      >
        <HomeCategories categories={home.topCategories} prompts={home.categoryPrompts} />
      </Section>
      {home.results && (
        <Section title={t('Recent results')} aside={t('What models answered lately')}>
          <RecentResults prompts={home.results} />
        </Section>
      )}
      {collections}
      {home.tools.length > 0 && (
        <Section
          title={t('AI tools')}
          more={
            <Link to="/tools" className="link">
              {t('All tools')}
            </Link>
          }
        >
          <ToolGrid tools={home.tools} isShelf />
        </Section>
      )}
      {home.topContributors.length > 0 && (
        <Section
          title={t('Top contributors')}
          more={
            <Link to="/contributors" className="link">
              {t('All contributors')}
            </Link>
          }
          aside={
            isScored(home.topContributors) ? t('Ranked by how much their prompts are used') : t('By number of prompts')
          }
        >
          {/* A phone shows three of the five. */}
          <div className="max-md:[&_tbody>tr:nth-child(n+4)]:hidden">
            <ContributorTable contributors={home.topContributors} />
          </div>
        </Section>
      )}
    </div>
  )
}
