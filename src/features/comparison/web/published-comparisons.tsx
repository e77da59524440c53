import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { ComparisonSummary } from '#features/comparison/contract.ts'
import { resultNotes } from '#features/results/rules.ts'
import { formatList } from '#lib/format-list.ts'
import { plural, t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Moment } from '#ui/moment.tsx'
import { nameOf } from './comparison-name.ts'
import { promptComparisonsQuery } from './comparison-queries.ts'

/**
 * Links to the published comparisons of the prompt with this id, most recently published first. Renders nothing if
 * there are none.
 */
export function PublishedComparisons({ id }: { id: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [cursor, setCursor] = useState<string>()
  const { data: page } = useQuery(promptComparisonsQuery(api, id, cursor))
  if (!page || page.total === 0) return null
  return (
    <Section
      isPart
      title={t('Published comparisons')}
      aside={plural(page.total, '{count} comparison', '{count} comparisons')}
    >
      <ul className="grid gap-2">
        {page.items.map((item) => (
          <li key={item.id} className="[overflow-wrap:anywhere]">
            <Link to="/compare/$id" params={{ id: item.id }} className="link font-semibold" dir="auto">
              {item.name ?? (modelsOf(item) || nameOf(item))}
            </Link>
            <span className="text-ink-2 text-small">
              {item.name !== null && modelsOf(item) && ` · ${modelsOf(item)}`}
              {item.pasted && ` · ${resultNotes.pasted}`}
              {' · '}
              <Moment time={item.createdAt} afterText />
            </span>
          </li>
        ))}
      </ul>
      <div className="js-only">
        <Pager
          label={t('Published comparisons, pages')}
          cursor={cursor}
          nextCursor={page.nextCursor}
          onTurn={setCursor}
        />
      </div>
    </Section>
  )
}

/**
 * Returns the names of a comparison's models. Together with the date, they distinguish the comparisons of one prompt.
 */
function modelsOf({ models }: ComparisonSummary): string {
  return formatList(models)
}
