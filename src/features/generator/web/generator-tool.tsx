import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import { TooFewCredits } from '#features/credits/web/too-few-credits.tsx'
import type { GeneratorWish } from '#features/generator/contract.ts'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { keysFor, type OfferedModel, offeredModels } from '#features/models/web/offered-model.ts'
import { useOwnKeys } from '#features/models/web/own-keys.ts'
import { LoadFailure } from '#ui/load-failure.tsx'
import { GeneratorForm } from './generator-form.tsx'
import { GeneratorHistory } from './generator-history.tsx'
import { GeneratorResult } from './generator-result.tsx'
import { useGeneratePrompt } from './use-generate-prompt.ts'
import { keepDraft, readDraft, type WishDraft } from './wish-draft.ts'
import '#features/models/web/run-parts.css'
import './generator.css'

/** The generator's form and results: the wish, what is written, and what was written before. */
export function GeneratorTool() {
  const { api } = useRouteContext({ from: '__root__' })
  const { user } = useSession()
  const keys = useOwnKeys(user?.id)
  const models = useQuery(modelsQuery(api))
  const [draft, setDraft] = useState(readDraft)
  const { generation, generate, stop, show, tooFew, closeTooFew } = useGeneratePrompt()
  const result = useRef<HTMLElement>(null)
  useEffect(() => keepDraft(draft), [draft])

  // The checker reviews and writes nothing.
  const offered = offeredModels(models.data ?? [], keys).filter(({ id }) => id !== 'checker')
  const chosen = writerOf(offered, draft.model)
  const running = generation?.phase === 'running'
  const send = (refine?: GeneratorWish['refine']) => {
    if (!chosen || running) return
    const begun = generate({ ...wishOf(draft), refine, model: chosen.id, keys: keysFor([chosen], keys) }, chosen.price)
    if (begun) result.current?.scrollIntoView({ block: 'nearest' })
  }
  if (models.error)
    return <LoadFailure title="The models could not be read" error={models.error} onRetry={() => models.refetch()} />
  return (
    <>
      <div className="gen">
        <GeneratorForm
          draft={draft}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          models={offered}
          chosen={chosen}
          userId={user?.id}
          running={running}
          isNext={generation?.phase !== 'done'}
          onSend={() => send()}
          onStop={stop}
        />
        <section ref={result} className="gen-result" aria-label="Result">
          <GeneratorResult
            generation={generation}
            models={offered}
            price={chosen?.price ?? 0}
            onRefine={(content, change) => send({ content, change })}
            onRetry={() => send()}
          />
        </section>
      </div>
      {user && <GeneratorHistory onOpen={show} />}
      {tooFew !== null && <TooFewCredits sentence={tooFew} onClose={closeTooFew} />}
    </>
  )
}

/** The model that was chosen, else the cheapest language model that answers, else the composer: as the server chooses. */
function writerOf(models: OfferedModel[], id: string): OfferedModel | undefined {
  const ready = models.filter(({ available }) => available)
  const cheapest = ready.toSorted(
    (a, b) => Number(a.vendor === 'built-in') - Number(b.vendor === 'built-in') || a.price - b.price,
  )[0]
  return ready.find((model) => model.id === id) ?? cheapest
}

/** What is said in the form; what is empty isn't. */
function wishOf({ idea, kind, tone, audience, language }: WishDraft): GeneratorWish {
  const said = (text: string) => text.trim() || undefined
  return { idea, kind: kind || undefined, tone: said(tone), audience: said(audience), language: said(language) }
}
