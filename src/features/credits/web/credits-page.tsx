import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { FailureNote } from '#ui/note.tsx'
import { notify } from '#ui/notice.tsx'
import { CreditGauge, CreditGaugePending } from './credit-gauge.tsx'
import { CreditHistory, CreditHistoryPending } from './credit-history.tsx'
import { creditHistoryQuery, creditSummaryQuery } from './credit-queries.ts'
import { refreshCredits, useCredits } from './credit-store.ts'

/** Shows the page Manage Credits: the balance, the prices, and every change of the balance. */
export function CreditsPage({
  cursor,
  prices,
  nextCredits,
}: {
  cursor?: string
  prices?: ReactNode
  /** How many credits the next period brings. Undefined until it is known. */
  nextCredits?: number
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const { credits } = useCredits()
  const summary = useQuery(creditSummaryQuery(api))
  const history = useQuery(creditHistoryQuery(api, cursor))
  const { refetch: readSummary } = summary
  const { refetch: readHistory } = history
  const shownCredits = summary.data?.credits

  // If the header's balance differs from this page's, it is newer, so this page reloads its data.
  useEffect(() => {
    if (credits === null || shownCredits === undefined || credits === shownCredits) return
    readSummary()
    readHistory()
  }, [credits, shownCredits, readSummary, readHistory])

  const refresh = async () => {
    try {
      await refreshCredits({ forced: true })
      await Promise.all([readSummary(), readHistory()])
    } catch (error) {
      console.warn(error)
      const text = t('Unable to retrieve your current credit balance.')
      notify({ title: t('Error refreshing credits'), text, isFailure: true })
    }
  }
  return (
    <div className="wrap pb-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6">
        <PageHead title={t('Manage Credits')} />
        <div className="mb-5 flex flex-wrap gap-2">
          {/* A plain link, because Stripe needs a less strict Content-Security-Policy on that page, and only a page load
              changes the policy. */}
          <a className="btn" href="/subscription">
            {t('Subscription Plans')}
          </a>
          <button type="button" className="btn" onClick={refresh}>
            <Icon name="rotate-ccw" className="icon-sm" />
            {t('Refresh')}
          </button>
        </div>
      </div>
      {summary.data ? (
        <CreditGauge summary={summary.data} nextCredits={nextCredits} />
      ) : summary.error ? (
        <LoadFailureNote title={t('Your credits could not be loaded')} error={summary.error} onRetry={readSummary} />
      ) : (
        <CreditGaugePending />
      )}
      {prices}
      <Section
        title={t('History')}
        aside={t('Every change, newest first')}
        more={
          <a className="link" href="/api/user/credits/history.csv" download="credits.csv">
            {t('Download CSV')}
          </a>
        }
      >
        {history.data ? (
          <CreditHistory page={history.data} cursor={cursor} />
        ) : history.error ? (
          <LoadFailureNote title={t('Your history could not be loaded')} error={history.error} onRetry={readHistory} />
        ) : (
          <CreditHistoryPending />
        )}
      </Section>
    </div>
  )
}

function LoadFailureNote({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  return (
    <FailureNote
      title={title}
      action={
        <button type="button" className="btn" onClick={() => onRetry()}>
          {t('Try again')}
        </button>
      }
    >
      {error.message}
    </FailureNote>
  )
}
