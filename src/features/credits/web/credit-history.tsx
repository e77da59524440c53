import { Link } from '@tanstack/react-router'
import type { LedgerEntry } from '#features/credits/contract.ts'
import { type HistoryLine, historyLines } from '#features/credits/history-rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { formatNumber } from '#lib/numbers.ts'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Icon } from '#ui/icon.tsx'
import { Bar } from '#ui/layout/bar.tsx'
import './credit-history.css'

/** The labels of entries that have no reason. */
const kindLabels: Record<LedgerEntry['kind'], Message> = {
  allowance: msg('Monthly allowance'),
  gift: msg('Gift'),
  purchase: msg('Purchase'),
  refund: msg('Refund'),
  spend: msg('Spent'),
  return: msg('Returned'),
  expiry: msg('Expired'),
}

/**
 * Shows a page of the ledger. Each row shows a change and the balance after it, as a number and as a bar. The page's
 * highest balance has the longest bar.
 */
export function CreditHistory({ page, cursor }: { page: Page<LedgerEntry>; cursor?: string }) {
  const { items, nextCursor, total } = page
  const highestBalance = Math.max(1, ...items.map(({ balanceAfter }) => balanceAfter))
  return (
    <>
      <div className="overflow-x-auto">
        <table className="data-table ledger">
          <caption className="sr-only">
            {plural(total, '{count} entry, newest first', '{count} entries, newest first')}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('Date')}</th>
              <th scope="col">{t('Description')}</th>
              <th scope="col" className="r">
                {t('Change', { context: 'difference' })}
              </th>
              <th scope="col" className="r">
                {t('Balance')}
              </th>
              <th scope="col">
                <span className="sr-only">{t('Balance as a bar')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {historyLines(items).map((entry) => (
              <Row key={entry.id} entry={entry} highestBalance={highestBalance} />
            ))}
          </tbody>
        </table>
      </div>
      {(nextCursor || cursor) && (
        <nav className="mt-4 flex items-center justify-between gap-4" aria-label={t('Pages')}>
          {cursor && (
            <Link to="/credits" search={{}} className="link font-semibold text-small">
              {t('First page')}
            </Link>
          )}
          {nextCursor && (
            <Link to="/credits" search={{ cursor: nextCursor }} className="btn ms-auto" rel="next">
              {t('Next')}
              <Icon name="arrow-right" className="icon-sm" />
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

function Row({ entry, highestBalance }: { entry: HistoryLine; highestBalance: number }) {
  const { createdAt, reason, kind, amount, balanceAfter, replaced } = entry
  return (
    <tr>
      <td className="whitespace-nowrap text-ink-2">
        <time dateTime={createdAt}>{usDate(createdAt)}</time>
      </td>
      <td className="row-title" dir="auto">
        {reason ?? translate(kindLabels[kind])}
        {replaced > 0 &&
          plural(
            replaced,
            ', replacing the {count} credit you had left',
            ', replacing the {count} credits you had left',
          )}
      </td>
      <td className={`r font-semibold ${amount > 0 ? 'text-good' : ''}`}>
        <bdi dir="ltr">{formatSigned(amount)}</bdi>
      </td>
      <td className="r text-ink-2 text-small">
        {formatNumber(balanceAfter)}
        <span className="sm:hidden"> {t('left')}</span>
      </td>
      <td className="balance-bar">
        <Bar value={balanceAfter / highestBalance} />
      </td>
    </tr>
  )
}

/** Formats a number with its sign: `+30`, or `−3` with a real minus sign. */
function formatSigned(amount: number): string {
  return amount > 0 ? `+${formatNumber(amount)}` : `−${formatNumber(-amount)}`
}

export function CreditHistoryPending() {
  return (
    <div className="grid gap-4 pt-2" aria-busy="true">
      {[0, 1, 2, 3].map((line) => (
        <span key={line} className="skel h-5 w-full" />
      ))}
    </div>
  )
}
