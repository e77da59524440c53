import { useState } from 'react'
import type { ModelSourceState } from '#features/models/contract.ts'
import { msg, plural, t, translate } from '#lib/texts.ts'
import { usDate, utcTime } from '#lib/us-date.ts'
import { ListRow } from '#ui/lists/list-row.tsx'
import { formatDollars, formatTokenPrice } from './dollar-format.ts'
import type { TrialResult, useTryModel } from './use-try-model.ts'

type Props = {
  source: ModelSourceState
  trial: ReturnType<typeof useTryModel>
  onFetchList: (sourceId: string) => Promise<void>
}

const stateNames = { missing: msg('Not connected'), ready: msg('Ready'), failing: msg('Failing') } as const

/**
 * Shows a connected source of models: its state, its last error, and its models with prices and a button to test each.
 */
export function ModelSourceDetails({ source, trial, onFetchList }: Props) {
  const { id, name, state, models } = source
  return (
    <section aria-label={name}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-lead">{name}</h2>
        <span className="badge">{translate(stateNames[state])}</span>
      </div>
      <Facts source={source} />
      <ul className="mt-2 border-hair border-t">
        {models.map((model) => (
          <ListRow
            key={model.id}
            action={
              <button
                type="button"
                className="btn"
                aria-disabled={trial.runningIds.includes(model.id)}
                onClick={() => {
                  if (!trial.runningIds.includes(model.id)) void trial.run(model.id)
                }}
              >
                {trial.runningIds.includes(model.id) ? t('Testing') : t('Test')}
                <span className="sr-only"> {model.id}</span>
              </button>
            }
          >
            <b className="block [overflow-wrap:anywhere]">{model.id}</b>
            <span className="block text-ink-2 text-small">
              {plural(model.price, '{count} credit', '{count} credits')}, {priceText(model)}
            </span>
            {model.listed === false && (
              <span className="block text-small">{t('{name} doesn’t list this model.', { name })}</span>
            )}
            <span role="status" className="block text-small [overflow-wrap:anywhere]">
              {trialText(trial.results[model.id])}
            </span>
          </ListRow>
        ))}
      </ul>
      {source.hasList && <ModelList key={id} source={source} onFetch={() => onFetchList(id)} />}
    </section>
  )
}

function Facts({ source: { host, answeredAt, lastError, spentToday } }: Pick<Props, 'source'>) {
  const facts = [
    host && t('Host: {host}.', { host }),
    answeredAt ? t('Last answer {timeOf}.', { timeOf: timeOf(answeredAt) }) : t('No answer yet.'),
    t('{dollars} today.', { dollars: formatDollars(spentToday) }),
  ]
  return (
    <>
      <p className="mt-1 text-ink-2 text-small [overflow-wrap:anywhere]">{facts.filter(Boolean).join(' ')}</p>
      {lastError && (
        <p className="mt-1 text-small [overflow-wrap:anywhere]">
          {t('Last error {timeOf}, {model}: {message}', {
            timeOf: timeOf(lastError.at),
            model: lastError.model,
            message: lastError.message,
          })}
        </p>
      )}
    </>
  )
}

const priceTexts = {
  free: () => t('no cost to the site'),
  setting: () => t('from your settings'),
  'built-in': (date: string) => t('price list of {date}', { date }),
  openrouter: (date: string) => t('OpenRouter’s list of {date}', { date }),
  guess: () => t('a guess, since the price is unknown; set usd= in the _MODELS setting'),
} as const

function priceText({ input, output, priceFrom, pricesOf }: ModelSourceState['models'][number]): string {
  const from = priceTexts[priceFrom](pricesOf ? usDate(`${pricesOf}T00:00:00Z`) : t('unknown date'))
  if (input === null || output === null) return from
  return t('{input} in and {output} out per million tokens ({from})', {
    input: formatTokenPrice(input),
    output: formatTokenPrice(output),
    from,
  })
}

function trialText(result: TrialResult | undefined): string {
  if (!result) return ''
  if (result.time === null || result.failure !== null) return t('Failed: {failure}', { failure: result.failure ?? '' })
  const { text, time, cost } = result
  const values = { answer: text.trim(), seconds: (time / 1000).toFixed(1) }
  return cost
    ? t('Answered “{answer}” in {seconds} s for {dollars}.', { ...values, dollars: formatDollars(cost) })
    : t('Answered “{answer}” in {seconds} s.', values)
}

function timeOf(iso: string): string {
  return `${usDate(iso)}, ${utcTime(iso)} UTC`
}

function ModelList({ source: { name, list }, onFetch }: Pick<Props, 'source'> & { onFetch: () => Promise<void> }) {
  const [isFetching, setFetching] = useState(false)
  const fetchList = async () => {
    if (isFetching) return
    setFetching(true)
    await onFetch()
    setFetching(false)
  }
  return (
    <div className="mt-2 text-small">
      <button type="button" className="btn" aria-disabled={isFetching} onClick={fetchList}>
        {list ? t('Fetch the list again') : t('Fetch the list of models')}
        <span className="sr-only"> {t('from {name}', { name })}</span>
      </button>
      {list && (
        <details className="mt-2">
          <summary>
            {plural(list.models.length, '{count} model, as of {timeOf}', '{count} models, as of {timeOf}', {
              timeOf: timeOf(list.fetchedAt),
            })}
          </summary>
          <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{list.models.join(', ')}</p>
        </details>
      )}
    </div>
  )
}
