import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { formatDollars } from '#features/models/web/dollar-format.ts'
import type { FeaturedAnswers as Data } from '#features/showcase/contract.ts'
import { plural, t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { notify } from '#ui/notice.tsx'
import { featuredAnswersQuery } from './result-queries.ts'

const isPending = ({ state }: Data['answers'][number]) => state === 'waiting' || state === 'asking'

/**
 * Offers an admin to ask a model about the featured prompts once, with the price before, and shows the progress and the
 * answers.
 */
export function FeaturedAnswers() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery(featuredAnswersQuery(api))
  if (!data) return null
  return (
    <section className="mt-8 border-ink border-t-2 pt-2.5" aria-labelledby="featured-answers">
      <h2 id="featured-answers" className="text-h3">
        {t('Answers beside featured prompts')}
      </h2>
      <Offer data={data} />
      <Answers answers={data.answers} />
    </section>
  )
}

/**
 * The offer of `FeaturedAnswers` on the admin overview. Renders nothing unless a model can answer prompts that it hasn’t
 * answered yet, or is answering them.
 */
export function FeaturedOffer() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery(featuredAnswersQuery(api))
  const isOpen =
    data && data.prompts > 0 && (data.models.some(({ missing }) => missing > 0) || data.answers.some(isPending))
  if (!isOpen) return null
  return (
    <section className="mt-6" aria-labelledby="featured-offer">
      <h2 id="featured-offer" className="border-ink border-t-2 pt-2.5 pb-1 text-h3">
        {t('Answers beside featured prompts')}
      </h2>
      <Offer data={data} />
    </section>
  )
}

function Offer({ data: { prompts, models, answers } }: { data: Data }) {
  const ask = useAskFeatured()
  const fieldId = useId()
  const [chosenId, setChosenId] = useState<string>()
  const open = models.filter(({ missing }) => missing > 0)
  const model = open.find(({ id }) => id === chosenId) ?? open[0]
  if (models.length === 0)
    return (
      <p className="mt-1 max-w-[42em]">
        {t(
          'No model can answer on this site yet. Connect one as described above. Then you can ask it about the featured prompts here.',
        )}
      </p>
    )
  if (prompts === 0)
    return (
      <p className="mt-1 max-w-[42em]">
        {t('No featured prompt can be asked: each blank needs a default, or a value in a worked example.')}
      </p>
    )
  if (answers.some(isPending)) return <Progress answers={answers} />
  if (!model) return <p className="mt-1">{t('Each available model has answered every featured prompt.')}</p>
  return (
    <>
      <p className="mt-1 max-w-[42em]">
        {plural(
          prompts,
          'A model can answer {count} featured prompt once. Its answers appear beside the prompts, with model and date. The site pays; nobody’s credits are used.',
          'A model can answer {count} featured prompts once. Its answers appear beside the prompts, with model and date. The site pays; nobody’s credits are used.',
        )}
      </p>
      <form
        className="mt-3 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void ask(model.id)
        }}
      >
        <div className="grid gap-1">
          <label className="font-semibold text-small" htmlFor={fieldId}>
            {t('Model')}
          </label>
          <select
            id={fieldId}
            className="input"
            value={model.id}
            onChange={({ currentTarget }) => setChosenId(currentTarget.value)}
          >
            {open.map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </div>
        <button type="submit" className="btn min-h-11">
          {plural(model.missing, 'Ask about {count} prompt', 'Ask about {count} prompts')}
        </button>
        <p className="basis-full text-ink-2 text-small">
          {model.dollarsMax === 0
            ? t('This model answers free of charge.')
            : t('At most {dollars}, from today’s AI budget. Usually it is much less.', {
                dollars: formatDollars((model.dollarsMax * model.missing) / prompts),
              })}
        </p>
      </form>
    </>
  )
}

/** Shows how many of the answers of the latest request have ended. */
function Progress({ answers }: Pick<Data, 'answers'>) {
  const model = answers.find(isPending)?.model
  const requested = answers.filter((answer) => answer.model === model)
  const ended = requested.filter((answer) => !isPending(answer)).length
  const label = plural(requested.length, '{model}: {ended} of {count} prompt', '{model}: {ended} of {count} prompts', {
    model: model ?? '',
    ended,
  })
  return (
    <div className="mt-3 grid max-w-[42em] gap-1" role="status">
      <progress className="w-full" value={ended} max={requested.length} aria-label={label} />
      <p className="text-small tabular-nums">{t('{label}. You can leave this page.', { label })}</p>
    </div>
  )
}

function Answers({ answers }: Pick<Data, 'answers'>) {
  const ended = answers.filter((answer) => !isPending(answer))
  if (ended.length === 0) return null
  return (
    <details className="mt-4">
      <summary className="min-h-6 font-semibold text-small">
        {plural(ended.length, '{count} answer', '{count} answers')}
      </summary>
      <ul className="mt-2">
        {ended.map(({ prompt, model, failure, cost, comparisonId, endedAt }) => (
          <li key={`${prompt.slug} ${model}`} className="border-hair border-b py-2 text-small [overflow-wrap:anywhere]">
            <Link to="/prompt/$slug" params={{ slug: prompt.slug }} className="link font-semibold" dir="auto">
              {prompt.title}
            </Link>{' '}
            {model}
            {endedAt && `, ${usDate(endedAt)}`}
            {cost !== null && `, ${formatDollars(cost)}`}
            {comparisonId && (
              <>
                {', '}
                <Link to="/compare/$id" params={{ id: comparisonId }} className="link">
                  {t('the answer')}
                </Link>
              </>
            )}
            {failure && <span className="block text-bad">{failure}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A React hook. The returned function asks a model about the featured prompts. */
function useAskFeatured() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async (model: string) => {
    try {
      const data = await api('POST /api/admin/featured-answers', { body: { model } })
      queryClient.setQueryData(featuredAnswersQuery(api).queryKey, data)
    } catch (error) {
      notify({ title: t('Nothing was asked'), text: (error as Error).message, isFailure: true })
    }
  }
}
