import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import { ModelOption } from '#features/comparison/web/model-choice.tsx'
import { InsufficientCreditsDialog } from '#features/credits/web/insufficient-credits-dialog.tsx'
import { PriceLine } from '#features/credits/web/price-line.tsx'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { offeredModels } from '#features/models/web/offered-model.ts'
import { OwnKeyFields } from '#features/models/web/own-key-fields.tsx'
import { useOwnKeys } from '#features/models/web/own-keys.ts'
import { UnavailableModels } from '#features/models/web/unavailable-models.tsx'
import { countAnswers, runPrice, testLimits } from '#features/prompt-tests/rules.ts'
import { msg, plural, t, translate } from '#lib/texts.ts'
import { FailureNote } from '#ui/note.tsx'
import { rich } from '#ui/rich.ts'
import { testResultsQuery } from './result-queries.ts'
import { createPromptRun, type LiveTest, type SendRun, useRunTests } from './use-run-tests.ts'
import '#features/comparison/web/comparison.css'

/** A run that `send` starts. `label` names the tested text if there are several. */
export type LabeledRun = { label: string; send: SendRun }

type Props = { slug: string; content?: string; runs?: LabeledRun[] }

/**
 * Lets people choose models, shows the price, runs a prompt's tests and shows the progress. `content` is a text to test
 * instead of the prompt's. `runs` start one after the other. By default, the prompt's tests run once.
 */
export function TestRunner({ slug, content, runs = [{ label: '', send: createPromptRun(slug) }] }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const { user } = useSession()
  const keys = useOwnKeys(user?.id)
  const models = useQuery(modelsQuery(api, keys))
  const { data: tests } = useQuery(testResultsQuery(api, slug))
  const [selectedIds, setSelectedIds] = useState<string[]>()
  const { tests: live, failure, shortage, closeShortage, start, stop } = useRunTests(runs.map(({ send }) => send))
  if (models.error) return <FailureNote title={t('The models could not be loaded')}>{models.error.message}</FailureNote>
  if (!tests) return <p className="text-ink-2">{t('Loading models...')}</p>
  if (tests.caseCount === 0) return <p className="text-ink-2 text-small">{t('This prompt has no cases to run.')}</p>

  const offered = offeredModels(models.data ?? [], keys).filter(({ vendor }) => vendor !== 'built-in')
  const availableModels = offered.filter(({ available }) => available)
  const chosenIds = selectedIds ?? availableModels.slice(0, 1).map(({ id }) => id)
  const chosen = availableModels.filter(({ id }) => chosenIds.includes(id))
  const answerCount = countAnswers(tests.caseCount, chosen.length) * runs.length
  const price =
    runs.length *
    runPrice(
      tests.caseCount,
      chosen.map((model) => model.price),
    )
  const isRunning = live.at(-1)?.state === 'running'
  const submit = () => {
    if (isRunning || chosen.length === 0) return
    if (!user) return void goToSignIn(router)
    start({ models: chosen, keys, price, content })
  }
  return (
    <div className="grid max-w-[46rem] gap-4">
      <fieldset>
        <legend className="mb-2 font-semibold">
          {rich('Models <span>choose 1 to {modelsMax}</span>', {
            modelsMax: testLimits.modelsMax,
            span: (text) => <span className="font-normal text-ink-2 text-small">{text}</span>,
          })}
        </legend>
        {availableModels.length > 0 && (
          <div className="model-options">
            {availableModels.map((model) => (
              <ModelOption key={model.id} model={model} chosen={chosen.map(({ id }) => id)} onChange={setSelectedIds} />
            ))}
          </div>
        )}
        {!models.data && <p className="text-ink-2 text-small">{t('Loading models...')}</p>}
        <UnavailableModels
          models={offered}
          renderLine={(families) => t('Bring your own key to use {families}.', { families })}
        />
      </fieldset>
      {user && <OwnKeyFields userId={user.id} />}
      <PriceLine price={price} />
      <p className="text-ink-2 text-small">
        {chosen.length === 0
          ? t('Choose a model first.')
          : plural(
              tests.caseCount,
              '{count} case × {rounds} answers × {models}: {answers}. You get a refund for each that a model doesn’t complete.',
              '{count} cases × {rounds} answers × {models}: {answers}. You get a refund for each that a model doesn’t complete.',
              {
                rounds: testLimits.rounds,
                models: [
                  plural(chosen.length, '{count} model', '{count} models'),
                  ...(runs.length > 1 ? [plural(runs.length, '{count} text', '{count} texts')] : []),
                ].join(' × '),
                answers: plural(answerCount, '{count} answer', '{count} answers'),
              },
            )}{' '}
        {!user && t('You’ll be asked to sign in.')}
      </p>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-primary btn-big"
          aria-disabled={isRunning || chosen.length === 0}
          onClick={submit}
        >
          {runs.length > 1 ? t('Run tests on both texts') : t('Run tests')}
        </button>
        {isRunning && (
          <button type="button" className="btn btn-big" onClick={stop}>
            {t('Stop')}
          </button>
        )}
      </div>
      {failure && <FailureNote title={t('The run wasn’t completed')}>{failure}</FailureNote>}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-x-6 gap-y-4">
        {live.map((test, index) => (
          <Progress key={runs[index]?.label} test={test} label={runs[index]?.label ?? ''} slug={slug} />
        ))}
      </div>
      {shortage !== null && <InsufficientCreditsDialog message={shortage} onClose={closeShortage} />}
    </div>
  )
}

const states = { running: msg('Running'), stopped: msg('Stopped'), ended: msg('Finished') } as const

type ProgressProps = { test: LiveTest; label: string; slug: string }

function Progress({ test: { runId, total, outcomes, state }, label, slug }: ProgressProps) {
  const answerCount = Object.values(outcomes).flat().length
  return (
    <section
      aria-label={label ? t('Progress: {label}', { label }) : t('Progress')}
      className="border-hair border-t pt-3"
    >
      <p role="status">
        {label && `${label}. `}
        <b>{translate(states[state])}</b>
        {total > 0 && t(': {answerCount} of {total} answers', { answerCount, total })}
      </p>
      {total > 0 && <progress className="w-full" max={total} value={answerCount} aria-label={t('Answers')} />}
      <ul className="text-small tabular-nums">
        {Object.entries(outcomes).map(([model, list]) => (
          <li key={model} className="[overflow-wrap:anywhere]">
            {t('{model}: {passed} passed, {failed} failed', {
              model,
              passed: countOf(list, 'passed'),
              failed: countOf(list, 'failed'),
            })}
            {list.includes('none') && t(', {count} without an answer', { count: countOf(list, 'none') })}
          </li>
        ))}
      </ul>
      {runId && !label && state !== 'running' && (
        <Link to="/prompt/$slug/tests" params={{ slug }} search={{ run: runId }} className="link">
          {t('See every answer')}
        </Link>
      )}
    </section>
  )
}

const countOf = <Item,>(list: Item[], item: Item) => list.filter((one) => one === item).length
