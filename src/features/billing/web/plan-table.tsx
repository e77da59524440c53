import { formatMoney } from '#features/billing/rules.ts'
import { formatCredits, monthlyCredits } from '#features/credits/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
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
      'Each month',
      [
        ...(price ? [{ name: 'Price', free: formatMoney(0, currency), premium: price }] : []),
        both('Credits', (credits) => formatNumber(credits)),
      ],
    ],
    [
      'What these credits buy here today',
      [...answers.map(rowOfAnswer), both('Prompts adapted without AI', formatNumber, `${formatCredits(1)} each`)],
    ],
    [
      'Without credits',
      [
        both('Search, fill in, copy and run prompts', () => 'No limit'),
        both('Write, fork, vote and save', () => 'No limit'),
        both('Paste and compare answers', () => 'No limit'),
        both('Models with your own key', () => 'No limit'),
      ],
    ],
    [
      'If you change your mind',
      [
        { name: 'Leaving Premium', free: 'Nothing to cancel', premium: 'Any time; the paid month stays' },
        both('Monthly credits that you don’t use', () => 'Expire'),
        both('Failed runs', () => 'Refunded'),
      ],
    ],
  ]
  return (
    <Section title="Side by side">
      <table className="data-table plan-table" aria-label="The plans side by side">
        <thead>
          <tr>
            <td />
            <th scope="col">Free</th>
            <th scope="col">Premium</th>
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
    `Answers from ${name}`,
    (credits) => formatNumber(Math.floor(credits / price)),
    `${formatCredits(price)} each`,
  )
}
