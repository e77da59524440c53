import { Link } from '@tanstack/react-router'
import type { ComparisonSummary } from '#features/comparison/contract.ts'
import { t } from '#lib/texts.ts'
import { Moment } from '#ui/moment.tsx'
import { nameOf } from './comparison-name.ts'
import '#ui/lists/stacked-table.css'

/**
 * Shows a table of comparisons with date, name and models. `isOwn` means that the comparisons are the member's own. The
 * table then also says who can see each comparison.
 */
export function ComparisonList({ items, isOwn = false }: { items: ComparisonSummary[]; isOwn?: boolean }) {
  return (
    <table className="data-table stacked">
      <thead>
        <tr>
          <th scope="col">{isOwn ? t('When') : t('Measured on')}</th>
          <th scope="col">{t('Comparison')}</th>
          <th scope="col">{t('Models')}</th>
          {isOwn && <th scope="col">{t('Who sees it')}</th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <td className="whitespace-nowrap text-ink-2">
              <Moment time={item.createdAt} />
            </td>
            <td className="row-title">
              <Link to="/compare/$id" params={{ id: item.id }} className="link font-semibold" dir="auto">
                {nameOf(item)}
              </Link>
            </td>
            <td className="text-ink-2">
              {item.models.length > 0 ? item.models.join(', ') : t('Hidden until you vote')}
            </td>
            {isOwn && <td className="text-ink-2">{audienceOf(item)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function audienceOf({ published, shared, withdrawn, promptHidden }: ComparisonSummary): string {
  if (withdrawn) return t('You. A moderator took it down.')
  if (promptHidden) return t('You. The prompt isn’t public.')
  if (published) return t('Everybody')
  return shared ? t('Anyone with the link') : t('You')
}
