import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import { shownDays } from '#features/views/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { plural, t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Bar } from '#ui/layout/bar.tsx'
import { FailureNote } from '#ui/note.tsx'

const days = shownDays

/** Requests the recent views of all prompts, for admins. */
function siteViewsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/views', { query: { days } }), staleTime: 0 })
}

/** How many of the most viewed prompts the table shows. */
const listedPromptsMax = 10

/** Shows the recent views of prompts, day by day and newest first, and the most viewed prompts. */
export function SiteViews() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, error, refetch } = useQuery(siteViewsQuery(api))
  if (error)
    return (
      <FailureNote
        title={t('The reads could not be loaded')}
        action={
          <button type="button" className="btn" onClick={() => refetch()}>
            {t('Try again')}
          </button>
        }
      >
        {error.message}
      </FailureNote>
    )
  const totalViews = data?.days.reduce((sum, { views }) => sum + views, 0) ?? 0
  const isEmpty = data !== undefined && totalViews === 0
  const maxViews = Math.max(1, ...(data?.days.map(({ views }) => views) ?? []))
  return (
    <section className="mt-10" aria-busy={!data}>
      <h2 className="border-ink border-t-2 pt-2.5 text-h3">{t('Reads')}</h2>
      <p className="mt-1 mb-3 text-ink-2 text-small">
        {isEmpty
          ? t('Nobody has read a prompt in the last {shownDays} days. Robots and authors don’t count.', { shownDays })
          : data
            ? plural(
                totalViews,
                '{count} read of prompts in the last {shownDays} days.',
                '{count} reads of prompts in the last {shownDays} days.',
                { shownDays },
              )
            : t('Counting reads.')}{' '}
        {!isEmpty && t('Each reader counts once a day per prompt. Robots and authors don’t count.')}
      </p>
      {!isEmpty && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 lg:grid-cols-2">
          <table className="data-table text-small [&_td]:py-1.5">
            <thead>
              <tr>
                <th scope="col">{t('Day (UTC)')}</th>
                <th scope="col" className="r">
                  {t('Reads')}
                </th>
                <th scope="col" className="w-1/2">
                  <span className="sr-only">{t('To scale')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data?.days.toReversed().map(({ day, views }) => (
                <tr key={day}>
                  <td className="whitespace-nowrap">{usDate(day)}</td>
                  <td className="r">{formatNumber(views)}</td>
                  <td>
                    <Bar value={views / maxViews} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {data && data.prompts.length > 0 && (
            <table className="data-table text-small [&_td]:py-1.5">
              <thead>
                <tr>
                  <th scope="col">{t('Most read')}</th>
                  <th scope="col" className="r">
                    {t('Reads')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.prompts.slice(0, listedPromptsMax).map(({ id, slug, title, views }) => (
                  <tr key={id}>
                    <td className="[overflow-wrap:anywhere]" dir="auto">
                      <Link to="/prompt/$slug" params={{ slug }} className="link">
                        {title}
                      </Link>
                    </td>
                    <td className="r">{formatNumber(views)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      )}
    </section>
  )
}
