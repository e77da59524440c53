import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isNotFoundError } from '#client/not-found.ts'
import type { PromptStatistics } from '#features/prompt-statistics/contract.ts'
import { type Measure, measures, shownMin, type ViewSource, viewSources } from '#features/prompt-statistics/rules.ts'
import type { Block } from '#features/prompt-statistics/shown-count-rules.ts'
import { formatList } from '#lib/format-list.ts'
import { formatNumber } from '#lib/numbers.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Icon } from '#ui/icon.tsx'
import { Bar } from '#ui/layout/bar.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { GetStarted } from '#ui/lists/get-started.tsx'
import { ListPending } from '#ui/lists/list-pending.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { DayPlot } from './day-plot.tsx'
import { statisticsQuery } from './statistics-queries.ts'

const sourceNames: Record<ViewSource, Message> = {
  search: msg('Search'),
  lists: msg('Lists and other pages here'),
  feeds: msg('Feeds'),
  mcp: msg('AI apps (MCP)'),
  embed: msg('Cards on other sites'),
  elsewhere: msg('Elsewhere'),
}
const measureNames: Record<Measure, { title: Message; aside: Message }> = {
  copies: { title: msg('Copies'), aside: msg('With Copy and Run buttons, one per reader in 24 hours') },
  runs: { title: msg('Runs in chats'), aside: msg('Copies that were made with a Run button') },
  upvotes: { title: msg('Up votes'), aside: msg('By the day of the vote') },
  downvotes: { title: msg('Down votes'), aside: msg('By the day of the vote') },
  saves: { title: msg('Saves'), aside: msg('By the day of the save') },
  forks: { title: msg('Forks'), aside: msg('By the day of their publication') },
}

/** The page where an author sees the statistics of a prompt. Everybody else sees `missing`, which is the 404 page. */
export function StatisticsPage({ slug, year, missing }: { slug: string; year?: number; missing: ReactNode }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, error, refetch } = useQuery({ ...statisticsQuery(api, slug, year), placeholderData: keepPreviousData })
  if (isNotFoundError(error)) return missing
  if (error)
    return (
      <div className="wrap pt-10">
        <LoadFailure title={t('The statistics could not be loaded')} error={error} onRetry={() => refetch()} />
      </div>
    )
  return (
    <div className="wrap pb-10">
      <PageHead title={t('Statistics')}>
        {data && (
          <Link to="/prompt/$slug" params={{ slug: data.prompt.slug }} className="link" dir="auto">
            {data.prompt.title}
          </Link>
        )}
      </PageHead>
      <p className="max-w-[42em] text-ink-2">
        {t(
          'Only you can see this page. It shows counts, never who read your prompt. A day with fewer than {shownMin} reads or copies is added to the next one, so the last days may be missing. Robots and your own visits don’t count.',
          { shownMin },
        )}
      </p>
      {data ? <Counts statistics={data} /> : <ListPending />}
    </div>
  )
}

function Counts({ statistics }: { statistics: PromptStatistics }) {
  const { prompt, year, years, from, until, views } = statistics
  const series = viewSources.map((source) => ({ name: translate(sourceNames[source]), blocks: views[source] }))
  const isUnused = [...series.map(({ blocks }) => blocks), ...measures.map((name) => statistics[name])].every(
    (blocks) => blocks.length === 0,
  )
  const readCount = sumOf(series.flatMap(({ blocks }) => blocks))
  const isShown = (measure: Measure) => statistics[measure].length > 0
  const notShown = [
    ...(readCount > 0 ? [] : [t('Reads')]),
    ...measures.filter((measure) => !isShown(measure)).map((measure) => translate(measureNames[measure].title)),
  ]
  if (isUnused && years.length < 2) return <Unused slug={prompt.slug} />
  return (
    <>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        {years.length > 1 && (
          <nav className="seg" aria-label={t('Year')}>
            {years.map((one) => (
              <Link
                key={one}
                to="/prompt/$slug/statistics"
                params={{ slug: prompt.slug }}
                search={{ year: one === years[0] ? undefined : one }}
                aria-current={one === year ? 'page' : undefined}
                replace
              >
                {one}
              </Link>
            ))}
          </nav>
        )}
        <a className="btn" href={`/api/prompts/${prompt.slug}/statistics.csv?year=${year}`} download>
          <Icon name="download" className="icon-sm" />
          {t('Download CSV')}
        </a>
      </div>
      {from === null || until === null ? (
        <div className="mt-5">
          <Empty>{t('The first day appears here when it is over, a few minutes after midnight UTC.')}</Empty>
        </div>
      ) : (
        <>
          <Totals reads={readCount} statistics={statistics} />
          {readCount > 0 && (
            <Section
              title={t('Reads')}
              aside={t('One for each reader and day, {date} to {date2}', { date: usDate(from), date2: usDate(until) })}
            >
              <DayPlot name={t('Reads')} series={series} from={from} until={until} />
              <Sources series={series} />
            </Section>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 lg:grid-cols-2">
            {measures.filter(isShown).map((measure) => (
              <Section
                key={measure}
                title={translate(measureNames[measure].title)}
                aside={translate(measureNames[measure].aside)}
              >
                <DayPlot
                  name={translate(measureNames[measure].title)}
                  series={[{ name: '', blocks: statistics[measure] }]}
                  from={from}
                  until={until}
                />
              </Section>
            ))}
          </div>
          {notShown.length > 0 && (
            <p className="mt-6 text-ink-2">
              {t('Fewer than {shownMin} so far, or none: {list}.', { shownMin, list: formatList(notShown) })}
            </p>
          )}
        </>
      )}
    </>
  )
}

/** Shows the totals of the shown days. */
function Totals({ reads, statistics }: { reads: number; statistics: PromptStatistics }) {
  const counts = [
    { title: t('Reads'), count: reads },
    ...measures.map((measure) => ({
      title: translate(measureNames[measure].title),
      count: sumOf(statistics[measure]),
    })),
  ].filter(({ count }) => count > 0)
  if (counts.length === 0) return null
  return (
    <dl className="stats day-totals">
      {counts.map(({ title, count }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

const sumOf = (blocks: Block[]) => blocks.reduce((sum, { count }) => sum + count, 0)

/** Suggests what to do while there is nothing to show yet. */
function Unused({ slug }: { slug: string }) {
  return (
    <div className="mt-5">
      <GetStarted
        links={[
          {
            to: '/prompt/$slug',
            params: { slug },
            label: msg('Share it'),
            text: msg('Send its link, or put its card on your site.'),
            icon: 'share-2',
          },
          {
            to: '/prompt/$slug/edit',
            params: { slug },
            label: msg('Make it easier to find'),
            text: msg('Say in the title and tags what it is for.'),
            icon: 'pencil-line',
          },
          {
            to: '/my-collections',
            label: msg('Put it in a collection'),
            text: msg('Readers come from the prompts beside it.'),
            icon: 'layers',
          },
        ]}
      >
        {t(
          'There are too few reads or copies to show yet. A number appears here the day after it reaches {shownMin}.',
          { shownMin },
        )}
      </GetStarted>
    </div>
  )
}

type Series = { name: string; blocks: Block[] }[]

/** A table of the views by source, with bars. */
function Sources({ series }: { series: Series }) {
  const counts = series.map(({ name, blocks }) => ({ name, count: sumOf(blocks) }))
  const max = Math.max(...counts.map(({ count }) => count))
  if (max === 0) return null
  return (
    <table className="data-table mt-4 text-small">
      <thead>
        <tr>
          <th scope="col">{t('Readers came from')}</th>
          <th scope="col" className="r">
            {t('Reads')}
          </th>
          <th scope="col" className="w-1/3">
            <span className="sr-only">{t('To scale')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ name, count }) => (
          <tr key={name}>
            <td>{name}</td>
            <td className="r whitespace-nowrap">
              {count === 0 ? t('Under {shownMin}', { shownMin }) : formatNumber(count)}
            </td>
            <td>
              <Bar value={count / max} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
