import type { Invoice } from '#features/billing/contract.ts'
import { formatMoney } from '#features/billing/rules.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import '#features/credits/web/credit-history.css'

const statusLabels: Partial<Record<string, Message>> = {
  paid: msg('Paid'),
  open: msg('Open', { context: 'state' }),
  uncollectible: msg('Not paid'),
}

export function InvoiceList({ invoices }: { invoices: Invoice[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="data-table ledger">
        <caption className="sr-only">{t('Your invoices, newest first')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Date')}</th>
            <th scope="col">{t('Period')}</th>
            <th scope="col" className="r">
              {t('Amount')}
            </th>
            <th scope="col" className="r">
              {t('State')}
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <Row key={invoice.id} invoice={invoice} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** An invoice. `amountReturned` is what was refunded, or withdrawn from the site by a dispute. */
function Row({ invoice }: { invoice: Invoice }) {
  const { createdAt, periodStart, periodEnd, amount, amountReturned, currency, status, receiptUrl } = invoice
  return (
    <tr>
      <td className="whitespace-nowrap text-ink-2">
        <time dateTime={createdAt}>{usDate(createdAt)}</time>
      </td>
      <td className="row-title">
        {t('{date} to {date2}', { date: usDate(periodStart), date2: usDate(periodEnd) })}
        {receiptUrl && (
          <>
            {' '}
            <a className="link" href={receiptUrl} rel="noopener">
              {t('Receipt')}
            </a>
          </>
        )}
      </td>
      <td className="r tabular-nums">{formatMoney(amount, currency)}</td>
      <td className="r text-small">
        {amountReturned > 0
          ? t('{money} returned', { money: formatMoney(amountReturned, currency) })
          : statusText(status)}
      </td>
    </tr>
  )
}

function statusText(status: string): string {
  const label = statusLabels[status]
  return label ? translate(label) : status
}
