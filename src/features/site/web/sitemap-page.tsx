import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Category } from '#features/catalogue/contract.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t, translate } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { blindRounds, collections, pagesFor, promptLists, sections } from './site-sections.ts'

/** The site map. It links to the main pages, but not to individual prompts, tools, people or collections. */
export function SitemapPage({ siteName, categories }: { siteName: string; categories: Category[] }) {
  return (
    <div className="wrap">
      <PageHead title={t('Site map')}>
        {t('The main pages of {siteName}, except individual prompts, tools, people and collections.', { siteName })}
      </PageHead>
      <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2 side:grid-cols-3">
        <div className="grid content-start gap-10">
          <Group title={t('Start')}>
            <Link to="/">{t('Home')}</Link>
            <Link to="/search">{t('Search')}</Link>
            {sections.map(({ to, label }) => (
              <Link key={to} to={to}>
                {translate(label)}
              </Link>
            ))}
            <Link to={collections.to}>{translate(collections.label)}</Link>
            <Link to="/create-prompt">{t('Create Prompt')}</Link>
            <Link to="/auth">{t('Sign In')}</Link>
          </Group>
          <Group title={t('Prompts')}>
            {promptLists.map(({ to, label }) => (
              <Link key={to} to={to}>
                {translate(label)}
              </Link>
            ))}
          </Group>
        </div>
        <Group title={t('Categories')}>
          {categories.map(({ slug, name, promptCount }) => (
            <span key={slug} className="flex w-full items-baseline justify-between gap-4">
              <Link to="/category/$slug" params={{ slug }}>
                {name}
              </Link>
              <span className="text-ink-2 text-small tabular-nums">{formatNumber(promptCount)}</span>
            </span>
          ))}
        </Group>
        <Group title={t('About')}>
          {/* The leaderboard is included even if no model has a rating yet. */}
          {pagesFor(true).map(({ to, label }) => (
            <Link key={to} to={to}>
              {translate(label)}
            </Link>
          ))}
          <Link to={blindRounds.to}>{translate(blindRounds.label)}</Link>
        </Group>
      </div>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start justify-items-start border-ink border-t-2 pt-3 [&_a:hover]:underline [&_a]:py-1">
      <h2 className="mb-2 text-h3">{title}</h2>
      {children}
    </section>
  )
}
