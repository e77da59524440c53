import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import { InsufficientCreditsDialog } from '#features/credits/web/insufficient-credits-dialog.tsx'
import { PriceLine } from '#features/credits/web/price-line.tsx'
import { familyOf } from '#features/models/model-family-rules.ts'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { type MemberModel, offeredModels } from '#features/models/web/offered-model.ts'
import { useOwnKeys } from '#features/models/web/own-keys.ts'
import { countAnswers, passCount, runPrice, testLimits } from '#features/prompt-tests/rules.ts'
import { createPromptRun, type LiveTest, useRunTests } from '#features/prompt-tests/web/use-run-tests.ts'
import type { DependentPrompt } from '#features/radar/contract.ts'
import { plural, t } from '#lib/texts.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { FailureNote } from '#ui/note.tsx'
import { dependentsQuery, type Scope } from './ended-model-queries.ts'

/**
 * The prompts that depend on an ended model. A button runs the tests of a page of them on another model, one prompt
 * after the other, and the table shows for each what passed before and what passes now.
 */
export function SuccessorRun({ model, scope }: { model: string; scope: Scope }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [cursor, setCursor] = useState<string>()
  const page = useQuery(dependentsQuery(api, { scope, model, cursor }))
  if (page.error) return <LoadFailure error={page.error} onRetry={() => page.refetch()} />
  if (!page.data) return <p className="mt-2 text-ink-2">{t('Loading prompts...')}</p>
  const { items, nextCursor } = page.data
  return (
    <>
      <RunOfPage key={cursor} model={model} prompts={items} />
      {nextCursor && (
        <button type="button" className="btn mt-3" onClick={() => setCursor(nextCursor)}>
          {t('Next prompts')}
        </button>
      )}
    </>
  )
}

function RunOfPage({ model, prompts }: { model: string; prompts: DependentPrompt[] }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { user } = useSession()
  const selectId = useId()
  const keys = useOwnKeys(user?.id)
  const { data: models = [] } = useQuery(modelsQuery(api, keys))
  const [chosenId, setChosenId] = useState<string>()
  const tested = prompts.filter(({ cases }) => cases > 0)
  const { tests, failure, shortage, closeShortage, start, stop } = useRunTests(
    tested.map(({ slug }) => createPromptRun(slug)),
  )
  const successors = offeredModels(models, keys).filter(
    ({ id, vendor, available }) => available && vendor !== 'built-in' && id !== model,
  )
  const successor = successors.find(({ id }) => id === chosenId) ?? defaultSuccessor(successors, model)
  const caseCount = tested.reduce((sum, { cases }) => sum + cases, 0)
  const price = successor ? runPrice(caseCount, [successor.price]) : 0
  const total = countAnswers(caseCount, 1)
  const answered = tests.reduce((sum, { outcomes }) => sum + Object.values(outcomes).flat().length, 0)
  const isRunning = tests.at(-1)?.state === 'running'
  return (
    <div className="mt-3 grid gap-3">
      {tested.length === 0 ? (
        <p className="text-ink-2">{t('None of these prompts has test cases. Add some on a prompt’s Tests page.')}</p>
      ) : successor ? (
        <div className="grid max-w-[46rem] gap-2">
          <label htmlFor={selectId} className="font-semibold">
            {t('Successor')}
          </label>
          <select
            id={selectId}
            className="input"
            value={successor.id}
            disabled={isRunning}
            onChange={({ target }) => setChosenId(target.value)}
          >
            {successors.map(({ id, name, price }) => (
              <option key={id} value={id}>
                {plural(price, '{name}, {count} credit an answer', '{name}, {count} credits an answer', { name })}
              </option>
            ))}
          </select>
          <PriceLine price={price} />
          <p className="text-ink-2 text-small">
            {plural(
              tested.length,
              '{count} prompt, {cases} × {rounds} answers: {answers}. You get a refund for each that a model doesn’t complete. Keep this page open: leaving it stops the runs.',
              '{count} prompts, {cases} × {rounds} answers: {answers}. You get a refund for each that a model doesn’t complete. Keep this page open: leaving it stops the runs.',
              {
                cases: plural(caseCount, '{count} case', '{count} cases'),
                rounds: testLimits.rounds,
                answers: plural(total, '{count} answer', '{count} answers'),
              },
            )}
          </p>
          <div className="flex gap-2">
            <button
              type="button"
              className="btn"
              aria-disabled={isRunning}
              onClick={() => !isRunning && start({ models: [successor], keys, price })}
            >
              {t('Run their tests')}
            </button>
            {isRunning && (
              <button type="button" className="btn" onClick={stop}>
                {t('Stop')}
              </button>
            )}
          </div>
        </div>
      ) : (
        <p className="text-ink-2">
          {t('No other model is available. Use your own key, or ask the operator to connect one.')}
        </p>
      )}
      {tests.length > 0 && (
        <div>
          <p role="status">{t('{answered} of {total} answers', { answered, total })}</p>
          <progress className="w-full" max={total} value={answered} aria-label={t('Answers')} />
        </div>
      )}
      {failure && <FailureNote title={t('The runs weren’t completed')}>{failure}</FailureNote>}
      <ChangeTable prompts={prompts} model={model} successor={successor} runs={runsBySlug(tested, tests)} />
      {shortage !== null && <InsufficientCreditsDialog message={shortage} onClose={closeShortage} />}
    </div>
  )
}

/** A model of the same family, otherwise the first one. */
function defaultSuccessor(successors: MemberModel[], model: string): MemberModel | undefined {
  return successors.find(({ id }) => familyOf(id) === familyOf(model)) ?? successors[0]
}

function runsBySlug(tested: DependentPrompt[], tests: LiveTest[]): Map<string, LiveTest> {
  return new Map(tests.flatMap((test, index) => (tested[index] ? [[tested[index].slug, test]] : [])))
}

/** For each prompt, what its tests said about the ended model, and what they say about its successor. */
function ChangeTable({
  prompts,
  model,
  successor,
  runs,
}: {
  prompts: DependentPrompt[]
  model: string
  successor: MemberModel | undefined
  runs: Map<string, LiveTest>
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Keyboards scroll a wide table only if it can be focused.
    <section className="overflow-x-auto" aria-label={t('What changed')} tabIndex={0}>
      <table className="w-full text-small tabular-nums">
        <thead>
          <tr className="border-hair border-b">
            <th className="py-1 pe-4" scope="col">
              {t('Prompt')}
            </th>
            <th className="py-1 pe-4" scope="col">
              {model}
            </th>
            <th className="py-1 pe-4" scope="col">
              {successor?.id ?? t('Successor')}
            </th>
            <th className="py-1" scope="col">
              {t('Change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {prompts.map((prompt) => {
            const run = runs.get(prompt.slug)
            const before = prompt.proofs.find(({ source }) => source === 'test')
            const outcomes = Object.values(run?.outcomes ?? {}).flat()
            const passed = outcomes.filter((outcome) => outcome === 'passed').length
            const answered = outcomes.filter((outcome) => outcome !== 'none').length
            return (
              <tr key={prompt.id} className="border-hair border-b align-top">
                <th scope="row" className="min-w-40 py-1 pe-4 font-normal [overflow-wrap:anywhere]" dir="auto">
                  <Link to="/prompt/$slug/tests" params={{ slug: prompt.slug }} className="link">
                    {prompt.title}
                  </Link>
                </th>
                <td className="py-1 pe-4">{before ? passCount(before.passed, before.answered) : evidenceOf(prompt)}</td>
                <td className="py-1 pe-4">
                  {answered > 0 ? passCount(passed, answered) : prompt.cases === 0 ? t('No test cases') : t('Not run')}
                </td>
                <td className="py-1">
                  {before && answered > 0 && run?.state !== 'running' && changeOf(before, { passed, answered })}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function evidenceOf({ proofs }: DependentPrompt): string {
  return proofs.some(({ source }) => source === 'comparison') ? t('In a comparison') : t('Reported to work')
}

type Counts = { passed: number; answered: number }

function changeOf(before: Counts, after: Counts): string {
  const difference = after.passed / after.answered - before.passed / before.answered
  if (difference === 0) return t('Same')
  const points = Math.max(1, Math.round(Math.abs(difference) * 100))
  return difference > 0 ? t('Better by {points} points', { points }) : t('Worse by {points} points', { points })
}
