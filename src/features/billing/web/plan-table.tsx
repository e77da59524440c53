import { formatMoney } from '#features/billing/rules.ts'
import { formatCredits, monthlyCredits } from '#features/credits/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import './plan-table.css'
import type { CreditValue } from './premium-plan.tsx'

type Row = { name: string; note?: string; free: string; premium: string }

/**
 * Compares the plans line by line: what a month of each costs and brings, and what its credits buy on this site today.
 * `price`: what Premium costs, such as “$9.00 a month”. Undefined while it is unknown.
 */
export function PlanTable({ price, currency, answers = [] }: { price?: string; currency: string } & CreditValue) {
  const groups: [title: string, rows: Row[]][] = [
    [
      t('Each month'),
      [
        ...(price ? [{ name: t('Price'), free: formatMoney(0, currency), premium: price }] : []),
        both(t('Credits'), (credits) => formatNumber(credits)),
      ],
    ],
    [
      t('What these credits buy here today'),
      [
        ...answers.map(rowOfAnswer),
        both(t('Prompts adapted without AI'), formatNumber, t('{credits} each', { credits: formatCredits(1) })),
      ],
    ],
    [
      t('Without credits'),
      [
        both(t('Search, fill in, copy and run prompts'), () => t('No limit')),
        both(t('Write, fork, vote and save'), () => t('No limit')),
        both(t('Paste and compare answers'), () => t('No limit')),
        both(t('Models with your own key'), () => t('No limit')),
      ],
    ],
    [
      t('If you change your mind'),
      [
        { name: t('Leaving Premium'), free: t('Nothing to cancel'), premium: t('Any time; the paid month stays') },
        both(t('Monthly credits that you don’t use'), () => t('Expire')),
        both(t('Failed runs'), () => t('Refunded')),
      ],
    ],
  ]
  return (
    <Section title={t('Side by side')}>
      <table className="data-table plan-table" aria-label={t('The plans side by side')}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('Free')}</th>
            <th scope="col">{t('Premium')}</th>
          </tr>
        </thead>
        {groups.map(([title, rows]) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={3}>
                {title}
              </th>
            </tr>
            {rows.map(({ name, note, free, premium }) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  {note && <span className="block text-ink-2 text-micro">{note}</span>}
                </th>
                <td>{free}</td>
                <td>{premium}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Section>
  )
}

function both(name: string, write: (credits: number) => string, note?: string): Row {
  return { name, note, free: write(monthlyCredits.free), premium: write(monthlyCredits.premium) }
}

function rowOfAnswer({ name, price }: { name: string; price: number }): Row {
  return both(
    t('Answers from {name}', { name }),
    (credits) => formatNumber(Math.floor(credits / price)),
    t('{credits} each', { credits: formatCredits(price) }),
  )
}
