import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ModelReport, ModelSourceState } from '#features/models/contract.ts'
import { type AiVendor, aiVendors, familyNames } from '#features/models/rules.ts'
import { t } from '#lib/texts.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { formatDollars } from './dollar-format.ts'
import { modelReportQuery } from './model-queries.ts'
import { ModelSourceDetails } from './model-source-details.tsx'
import { useTryModel } from './use-try-model.ts'

/** The page where the operator sees the sources of each family's models, their state, and what they have cost today. */
export function ModelReportPage() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: report, error, refetch } = useQuery(modelReportQuery(api))
  const trial = useTryModel()
  const fetchList = useFetchModelList()
  if (error && !report) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!report) return <span className="skel min-h-64" aria-busy="true" />
  const sources = aiVendors.flatMap((vendor) => report.sources.filter((source) => source.vendor === vendor))
  const isConnected = (vendor: AiVendor) =>
    sources.some((source) => source.vendor === vendor && source.state !== 'missing')
  return (
    <>
      <p>{budgetLine(report)}</p>
      <p className="mt-1 max-w-[42em] text-ink-2 text-small">
        {t(
          'A test asks a model for one word with the site’s key. The vendor bills you for the test, which uses no credits. Changed settings apply after a restart.',
        )}
      </p>
      <MissingSources sources={sources.filter(({ vendor }) => !isConnected(vendor))} />
      <ul className="mt-6">
        {sources
          .filter(({ state }) => state !== 'missing')
          .map((source) => (
            <li key={source.id} className="border-hair border-b py-4">
              <ModelSourceDetails source={source} trial={trial} onFetchList={fetchList} />
            </li>
          ))}
      </ul>
    </>
  )
}

/** Lists the families for which no source is connected, and the setting that connects the vendor of each. */
function MissingSources({ sources }: { sources: ModelSourceState[] }) {
  if (sources.length === 0) return null
  return (
    <section className="mt-6 border-accent-line border-l-4 pl-4" aria-labelledby="missing">
      <h2 id="missing" className="text-lead">
        {t('Not connected')}
      </h2>
      <p className="mt-1 mb-3">
        {rich('Set <code>OPENROUTER_API_KEY</code> for all families, or one of these settings for a single family:', {
          code: (text) => <code>{text}</code>,
        })}
      </p>
      <dl className="facts">
        {sources.map(({ id, vendor, settings: [setting = ''] }) => (
          <div key={id}>
            <dt>{familyNames[vendor]}</dt>
            <dd>
              <code>{setting}</code>
              {setting === 'LLAMA_BASE_URL' && t(', or start Ollama, llama.cpp or LM Studio on the server’s machine')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function budgetLine({ budget: { spent, limit } }: ModelReport): string {
  if (limit === null)
    return t('Answers with the site’s keys cost {dollars} today (UTC). There is no limit.', {
      dollars: formatDollars(spent),
    })
  const text = t('Answers with the site’s keys cost {dollars} today (UTC). The budget is {budget} a day.', {
    dollars: formatDollars(spent),
    budget: formatDollars(limit),
  })
  return spent >= limit ? `${text} ${t('It is used up. A new one starts at midnight.')}` : text
}

/** A React hook. The returned function fetches a source's list of models, and shows the new list on the page. */
function useFetchModelList() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async (sourceId: string) => {
    try {
      const report = await api('POST /api/admin/models/list', { body: { source: sourceId } })
      queryClient.setQueryData(modelReportQuery(api).queryKey, report)
    } catch (error) {
      notify({ title: t('The list was not fetched'), text: (error as Error).message, isFailure: true })
    }
  }
}
