import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import { comparisonLimits as limits } from '#features/comparison/rules.ts'
import { InsufficientCreditsDialog } from '#features/credits/web/insufficient-credits-dialog.tsx'
import { PriceLine } from '#features/credits/web/price-line.tsx'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { keysFor, type OfferedModel, offeredModels } from '#features/models/web/offered-model.ts'
import { OwnKeyFields } from '#features/models/web/own-key-fields.tsx'
import { useOwnKeys } from '#features/models/web/own-keys.ts'
import { Icon } from '#ui/icon.tsx'
import { FailureNote } from '#ui/note.tsx'
import { type CompareSource, inputOf } from './compare-source.ts'
import { ComparisonView } from './comparison-view.tsx'
import { LiveAnswers } from './live-answers.tsx'
import { ModelChoice } from './model-choice.tsx'
import { takePendingRun } from './pending-run.ts'
import { useCompareModels } from './use-compare-models.ts'
import '#features/models/web/run-parts.css'
import './comparison.css'
import './rating-table.css'

type Props = {
  source: CompareSource
  /** The part of the page to return to after a sign-in. */
  hash?: string
  /** The fields of the source. */
  children: ReactNode
}

/** Chooses models, shows the price, runs the comparison and shows the answers. Resumes a run that waited for a sign-in. */
export function ComparisonTool({ source, hash, children }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const { user } = useSession()
  const keys = useOwnKeys(user?.id)
  const models = useQuery(modelsQuery(api))
  const [wanted, setWanted] = useState<string[]>()
  const [blind, setBlind] = useState(false)
  const { run, endedId, failure, tooFew, closeTooFew, compare, stop } = useCompareModels(hash)

  const resume = useEffectEvent(() => {
    const pending = takePendingRun(source)
    if (!pending) return
    const asked = offeredModels(models.data ?? [], keys).filter(({ id }) => pending.models.includes(id))
    setWanted(pending.models)
    setBlind(pending.input.blind === true)
    compare(pending.input, asked)
  })
  const canResume = user !== null && models.data !== undefined && source.content.trim() !== ''
  useEffect(() => {
    if (canResume) resume()
  }, [canResume])

  if (models.error) return <FailureNote title="The models could not be read">{models.error.message}</FailureNote>
  const offered = offeredModels(models.data ?? [], keys)
  const chosen = chosenOf(offered, wanted)
  // Engines that follow rules leave nothing to vote on.
  const canBeBlind = chosen.some(({ vendor }) => vendor !== 'built-in')
  const running = run !== null && endedId === null && failure === null
  const isReady = chosen.length >= limits.modelsMin && source.content.trim() !== '' && !running
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="cmp-form" aria-busy={!models.data}>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">{children}</div>
        {models.data && (
          <form
            className="grid content-start gap-4"
            aria-label="Compare"
            onSubmit={(event) => {
              event.preventDefault()
              if (isReady)
                compare({ ...inputOf(source), blind: blind && canBeBlind, keys: keysFor(chosen, keys) }, chosen)
            }}
          >
            <ModelChoice
              models={offered}
              chosen={chosen.map(({ id }) => id)}
              isMember={user !== null}
              onChange={setWanted}
            />
            {user && <OwnKeyFields userId={user.id} />}
            {canBeBlind && (
              <label className="flex items-start gap-2">
                <input
                  type="checkbox"
                  className="mt-0.5 size-4.5 accent-ink"
                  checked={blind}
                  onChange={() => setBlind(!blind)}
                />
                <span>
                  Blind<span className="block text-ink-2 text-small">Names stay hidden until you have voted.</span>
                </span>
              </label>
            )}
            <div className="grid gap-2">
              <PriceLine price={chosen.reduce((sum, { price }) => sum + price, 0)} />
              <button
                type="submit"
                className={endedId ? 'btn btn-big' : 'btn btn-key btn-big'}
                aria-disabled={!isReady}
                aria-describedby="compare-why"
              >
                {endedId ? 'Compare again' : 'Compare'}
                <Icon name="arrow-right" />
              </button>
              <p id="compare-why" className="text-ink-2 text-small">
                {whyNot(source, chosen.length, user !== null)}
              </p>
            </div>
          </form>
        )}
      </div>
      {failure && <FailureNote title="The comparison broke off">{failure}</FailureNote>}
      {endedId ? (
        <ComparisonView id={endedId} live={run} />
      ) : (
        run && <LiveAnswers run={run} running={running} onStop={stop} />
      )}
      {tooFew !== null && <InsufficientCreditsDialog sentence={tooFew} onClose={closeTooFew} />}
    </div>
  )
}

function whyNot({ content }: CompareSource, count: number, isMember: boolean): string {
  if (content.trim() === '') return 'Write or paste a prompt first.'
  if (count < limits.modelsMin) return 'Choose at least 2 models.'
  return isMember ? 'Failed answers are refunded one by one.' : 'Comparing asks you to sign in.'
}

/** The chosen models that can answer. Before a choice: one model per family, up to 3, else the built-in engines. */
function chosenOf(models: OfferedModel[], wanted: string[] | undefined): OfferedModel[] {
  const ready = models.filter(({ available }) => available)
  if (wanted) return wanted.flatMap((id) => ready.find((model) => model.id === id) ?? [])
  const hosted = ready.filter(({ vendor }) => vendor !== 'built-in')
  const families = hosted.filter(({ vendor }, place) => hosted.findIndex((other) => other.vendor === vendor) === place)
  const first = families.slice(0, 3)
  const engines = ready.filter(({ vendor }) => vendor === 'built-in')
  return [...first, ...engines].slice(0, Math.max(limits.modelsMin, first.length))
}
