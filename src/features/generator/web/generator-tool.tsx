import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import { InsufficientCreditsDialog } from '#features/credits/web/insufficient-credits-dialog.tsx'
import type { GeneratorInput } from '#features/generator/contract.ts'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { keysFor, type MemberModel, offeredModels } from '#features/models/web/offered-model.ts'
import { useOwnKeys } from '#features/models/web/own-keys.ts'
import { t } from '#lib/texts.ts'
import { scrollBehavior } from '#ui/layout/scroll-behavior.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { type GeneratorDraft, readDraftFromAddress, removeIdeaFromAddress, saveDraft } from './generator-draft.ts'
import { GeneratorForm } from './generator-form.tsx'
import { GeneratorHistory } from './generator-history.tsx'
import { GeneratorResult } from './generator-result.tsx'
import { useGeneratePrompt } from './use-generate-prompt.ts'
import { isWide } from './wide-layout.ts'
import '#features/models/web/run-parts.css'
import './generator.css'
import { exampleIdeas } from '#features/generator/idea-rules.ts'
import { generatorLimits } from '#features/generator/rules.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import type { WriterProps } from './own-machine-writer.tsx'

const loadWriter = () => import('./own-machine-writer.tsx').then(({ OwnMachineWriter }) => OwnMachineWriter)

/** Shows the generator's form, its result, and what the member generated earlier. */
export function GeneratorTool() {
  const { api } = useRouteContext({ from: '__root__' })
  const { user } = useSession()
  const keys = useOwnKeys(user?.id)
  const models = useQuery(modelsQuery(api, keys))
  const [draft, setDraft] = useState(() => readDraftFromAddress(location.hash))
  const { generation, generate, stop, show, shortage, closeShortage } = useGeneratePrompt(user?.id)
  const result = useRef<HTMLElement>(null)
  useEffect(() => saveDraft(draft), [draft])
  useEffect(removeIdeaFromAddress, [])
  const previousPhase = useRef(generation?.phase)
  useEffect(() => {
    if (previousPhase.current === 'running' && generation?.phase === 'done') showHeading(result.current)
    previousPhase.current = generation?.phase
  }, [generation?.phase])

  // The checker can't write prompts; it only reviews them.
  const writingModels = offeredModels(models.data ?? [], keys).filter(({ id }) => id !== 'checker')
  const chosenModel = writerOf(writingModels, draft.model)
  const isRunning = generation?.phase === 'running'
  const send = (refine?: GeneratorInput['refine']) => {
    if (!chosenModel || isRunning) return
    const hasStarted = generate(
      { ...input, refine, model: chosenModel.id, keys: keysFor([chosenModel], keys) },
      chosenModel.price,
    )
    if (hasStarted) result.current?.scrollIntoView({ block: 'nearest' })
  }
  const input = inputOf(draft)
  const chooseIdea = (idea: string) => {
    setDraft((before) => ({ ...before, idea }))
    document.querySelector<HTMLElement>('.generator [name="idea"]')?.focus()
  }
  const ideas = draft.idea.trim() === '' && !generation && <IdeaList onChoose={chooseIdea} />
  if (models.error)
    return (
      <LoadFailure title={t('The models could not be loaded')} error={models.error} onRetry={() => models.refetch()} />
    )
  return (
    <>
      <div className="generator">
        <GeneratorForm
          draft={draft}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          models={writingModels}
          chosenModel={chosenModel}
          userId={user?.id}
          ideas={ideas}
          isRunning={isRunning}
          isPrimary={generation?.phase !== 'done'}
          onSend={() => send()}
          onStop={stop}
          ownMachine={
            <OwnMachineOption
              input={input}
              onPrompt={(model, prompt) => show({ runId: null, model, price: 0, prompt })}
            />
          }
        />
        <section ref={result} className="generator-result" aria-label={t('Result')}>
          <GeneratorResult
            idea={draft.idea.trim()}
            generation={generation}
            models={writingModels}
            price={chosenModel?.price ?? 0}
            canRefine={chosenModel !== undefined && chosenModel.vendor !== 'built-in'}
            ideas={ideas}
            onRefine={(content, change) => send({ content, change })}
            onRetry={() => send()}
          />
        </section>
      </div>
      {user && <GeneratorHistory onOpen={show} />}
      {shortage !== null && <InsufficientCreditsDialog message={shortage} onClose={closeShortage} />}
    </>
  )
}

/**
 * Moves the focus to the heading of the result, unless somebody is typing. Scrolls to the result if it is below the
 * form, or if its heading is off the screen.
 */
function showHeading(result: HTMLElement | null): void {
  const heading = result?.querySelector('h2')
  if (!result || !heading) return
  heading.tabIndex = -1
  if (!document.activeElement?.matches('input, textarea, select')) heading.focus({ preventScroll: true })
  const { top, bottom } = heading.getBoundingClientRect()
  if (!isWide() || top < 0 || bottom > window.innerHeight)
    result.scrollIntoView({ block: 'start', behavior: scrollBehavior() })
}

/**
 * Returns the model with this id if it is available, otherwise the cheapest available language model, or the Composer
 * if there is none. For a member without own keys, the server would choose the same model.
 */
function writerOf(models: MemberModel[], id: string): MemberModel | undefined {
  const availableModels = models.filter(({ available }) => available)
  const cheapest = availableModels.toSorted(
    (a, b) => Number(a.vendor === 'built-in') - Number(b.vendor === 'built-in') || a.price - b.price,
  )[0]
  return availableModels.find((model) => model.id === id) ?? cheapest
}

/** Converts the draft to a request without empty fields. */
function inputOf({ idea, kind, tone, audience, language }: GeneratorDraft): GeneratorInput {
  const nonEmpty = (text: string) => text.trim() || undefined
  return {
    idea: idea.trim(),
    kind: kind || undefined,
    tone: nonEmpty(tone),
    audience: nonEmpty(audience),
    language: nonEmpty(language),
  }
}

/** Lists three example ideas to choose from. */
function IdeaList({ onChoose }: { onChoose: (idea: string) => void }) {
  return (
    <div className="grid gap-2">
      <p className="font-semibold text-ink">{t('No idea yet? Start with one of these.')}</p>
      <ul className="grid gap-2">
        {exampleIdeas().map((idea) => (
          <li key={idea}>
            <button
              type="button"
              className="btn w-full justify-start whitespace-normal py-2 text-left font-medium leading-snug"
              onClick={() => onChoose(idea)}
            >
              {idea}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Offers a model on the member's own machine. `OwnMachineWriter` loads once the section is open and there is an idea.
 */
function OwnMachineOption(props: WriterProps) {
  const [isOpen, setOpen] = useState(false)
  const hasIdea = props.input.idea.length >= generatorLimits.ideaMin
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Use a model on your machine')}</summary>
      <div className="grid gap-4 pt-2">
        <p className="text-ink-2 text-small">
          {t(
            'Your browser connects directly to a program such as Ollama or LM Studio. This costs no credits, and the result isn’t added to your runs.',
          )}
        </p>
        {!hasIdea && <p className="text-small">{t('Describe your idea first.')}</p>}
        {isOpen && hasIdea && <Deferred load={loadWriter} props={props} />}
      </div>
    </details>
  )
}
