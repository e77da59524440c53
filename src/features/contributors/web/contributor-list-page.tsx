import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NumberedPaging } from '#features/catalogue/web/list-controls.tsx'
import { NoPrompts } from '#features/catalogue/web/prompt-list.tsx'
import type { Contributor } from '#features/contributors/contract.ts'
import { type Period, periodDays, periods, scoreText } from '#features/contributors/rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { ContributorTable, isScored } from './contributor-table.tsx'

const labels: Record<Period, Message> = { all: msg('All time'), month: msg('Month'), week: msg('Week') }

/**
 * Shows a page of the contributors of a period, ranked by score. The bars on every page are relative to `highestScore`,
 * which is the score of the first contributor on the first page.
 */
export function ContributorListPage({
  page,
  highestScore,
  period = 'all',
  cursor,
  renderActions,
}: {
  page: Page<Contributor>
  highestScore: number
  period?: Period
  cursor?: string
  /** Returns the buttons of other features for a member. */
  renderActions?: (contributor: Contributor) => ReactNode
}) {
  return (
    <div className="wrap">
      <PageHead title={t('Top Contributors')}>{explanationOf(page, period)}</PageHead>
      <PeriodSwitch period={period} />
      {page.items.length === 0 ? (
        <NoPrompts>
          {period === 'all' ? t('Nobody has published a prompt yet.') : t('Nobody has contributed in this period yet.')}
        </NoPrompts>
      ) : (
        <ContributorTable
          contributors={page.items}
          highestScore={highestScore}
          ranked={!cursor}
          renderActions={renderActions}
        />
      )}
      <NumberedPaging page={page} cursor={cursor} />
      <ScoreNotes contributors={page.items} isFirstPage={!cursor} />
    </div>
  )
}

function ScoreNotes({ contributors, isFirstPage }: { contributors: Contributor[]; isFirstPage: boolean }) {
  return (
    <div className="mt-6 max-w-[42em] border-hair border-t pt-3 text-ink-2 text-small">
      <p>
        {!isFirstPage || isScored(contributors)
          ? t('Score: {scoreText}', { scoreText: scoreText() })
          : t('Sorted by prompts: none of these people has a score yet.')}
      </p>
      {contributors.some(({ isMember }) => !isMember) && (
        <p>
          {contributors.some(({ isMember }) => isMember)
            ? t('People without “member” wrote imported prompts and have no account.')
            : t('These people wrote imported prompts and have no account.')}
        </p>
      )}
      {contributors.length > 1 && <p>{t('The site’s own account and deleted accounts aren’t ranked.')}</p>}
    </div>
  )
}

/** Links to the rankings of all time, of the last month and of the last week. */
function PeriodSwitch({ period }: { period: Period }) {
  return (
    <nav className="seg mb-4" aria-label={t('Period')}>
      {periods.map((option) => (
        <Link
          key={option}
          to="/contributors"
          search={{ period: option === 'all' ? undefined : option }}
          activeOptions={{ exact: true }}
          aria-current={option === period ? 'true' : undefined}
          replace
        >
          {translate(labels[option])}
        </Link>
      ))}
    </nav>
  )
}

function explanationOf({ total, totalIsFloor }: Page<Contributor>, period: Period): string {
  if (period === 'all')
    return totalIsFloor
      ? t('{total} people or more with published prompts.', { total })
      : plural(total, '{count} person with published prompts.', '{count} people with published prompts.')
  const days = periodDays[period]
  return totalIsFloor
    ? t('{total} people or more ranked by their scores for the last {days} days.', { total, days })
    : plural(
        total,
        '{count} person ranked by their scores for the last {days} days.',
        '{count} people ranked by their scores for the last {days} days.',
        { days },
      )
}
