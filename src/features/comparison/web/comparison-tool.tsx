import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import { canBeBlind, comparisonLimits as limits } from '#features/comparison/rules.ts'
import { InsufficientCreditsDialog } from '#features/credits/web/insufficient-credits-dialog.tsx'
import { PriceLine } from '#features/credits/web/price-line.tsx'
import { checkerId } from '#features/models/rules.ts'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { keysFor, offeredModels, priceOf } from '#features/models/web/offered-model.ts'
import { OwnKeyFields } from '#features/models/web/own-key-fields.tsx'
import { useOwnKeys } from '#features/models/web/own-keys.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { fillPrompt } from '#features/variables/variable-rules.ts'
import { formatList } from '#lib/format-list.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { scrollBehavior } from '#ui/layout/scroll-behavior.ts'
import { FailureNote } from '#ui/note.tsx'
import { rich } from '#ui/rich.ts'
import { pastedAnswer } from './answers/answer-view.ts'
import { LiveAnswers } from './answers/live-answers.tsx'
import { chatNameOf } from './chat-name.ts'
import { type ComparedPrompt, inputOf } from './compared-prompt.ts'
import { ComparisonView } from './comparison-view.tsx'
import { ModelChoice } from './model-choice.tsx'
import { PastedAnswers } from './pasted/pasted-answers.tsx'
import { PastedComparison } from './pasted/pasted-comparison.tsx'
import { type Choice, choiceOf, pastedFamilies, pastedId, pastedOf } from './pasted/pasted-models.ts'
import { type PastedTexts, readPastedDraft, savePastedDraft } from './pasted/pasted-storage.ts'
import { takePendingRun } from './pending-run.ts'
import { useCompareModels } from './use-compare-models.ts'
import '#features/models/web/run-parts.css'
import './comparison.css'

type Props = {
  prompt: ComparedPrompt
  /** The id of the prompt whose pasted answers this tab keeps, even if it isn't published. Empty at /compare. */
  sourceId?: string
  /** The fragment (`#…`) of the page to which a sign-in returns. */
  hash?: string
  /** The prompt's part of the form, such as the fields for its text and its blanks. */
  children: ReactNode
}

/**
 * Lets people choose models, shows the price, runs the comparison and shows the answers. Resumes a run that waited for
 * a sign-in.
 */
export function ComparisonTool({ prompt, sourceId = '', hash, children }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const { user, state } = useSession()
  const keys = useOwnKeys(user?.id)
  const models = useQuery(modelsQuery(api, keys))
  const [storedDraft] = useState(() => readPastedDraft(sourceId))
  const [selectedIds, setSelectedIds] = useState(storedDraft.chosen)
  const [pastedTexts, setPastedTexts] = useState(storedDraft.texts)
  const [verdict, setVerdict] = useState(storedDraft.verdict ?? null)
  const [blind, setBlind] = useState(false)
  /** How often this visitor has compared pasted answers in the browser, without a request to the server. */
  const [localCount, setLocalCount] = useState(0)
  const result = useRef<HTMLDivElement>(null)
  const { run, runCount, endedId, failure, shortage, closeShortage, compare, stop } = useCompareModels(hash)

  const resume = useEffectEvent(() => {
    const pendingRun = takePendingRun(prompt)
    if (!pendingRun) return
    const resumedModels = offeredModels(models.data ?? [], keys).filter(({ id }) => pendingRun.models.includes(id))
    const pastedAnswers = pendingRun.input.pasted ?? []
    setSelectedIds([...pendingRun.models, ...pastedAnswers.flatMap(({ vendor }) => (vendor ? pastedId(vendor) : []))])
    setPastedTexts(Object.fromEntries(pastedAnswers.map(({ vendor, text }) => [vendor, text])))
    setBlind(pendingRun.input.blind === true)
    // The sign-in page showed a price. If it is higher now, the member has to press Compare again.
    if (priceOf(resumedModels) > pendingRun.price) return
    // The stored Idempotency-Key prevents a second run in a duplicated tab.
    compare({ ...pendingRun.input, keys: keysFor(resumedModels, keys) }, resumedModels, pendingRun.key)
  })
  const canResume = user !== null && models.data !== undefined && prompt.content.trim() !== ''
  useEffect(() => {
    if (canResume) resume()
  }, [canResume])

  useEffect(() => {
    savePastedDraft(sourceId, endedId ? { texts: {} } : { chosen: selectedIds, texts: pastedTexts, verdict })
  }, [sourceId, endedId, selectedIds, pastedTexts, verdict])
  const resultCount = runCount + localCount
  useEffect(() => {
    if (resultCount > 0) showResult(result.current)
  }, [resultCount])
  // A run without models shows nothing until it ends. Other runs show their answers from the start.
  const shownAtEnd = run?.answers.length === 0 ? endedId : null
  useEffect(() => {
    if (shownAtEnd) showResult(result.current)
  }, [shownAtEnd])

  if (models.error) return <FailureNote title={t('The models could not be loaded')}>{models.error.message}</FailureNote>
  // The Checker isn't offered, because it reviews a prompt instead of answering it. “Check this prompt” offers the same
  // review for free.
  const comparableModels = offeredModels(models.data ?? [], keys).filter(({ id }) => id !== checkerId)
  const choice = choiceOf(comparableModels, selectedIds)
  const { models: chosenModels, families } = choice
  const canHideNames = canBeBlind(chosenModels)
  const isRunning = run !== null && endedId === null && failure === null
  const missing = missingInput(prompt, choice, pastedTexts)
  const isLocal = localCount > 0 && !user && chosenModels.length === 0 && missing === null
  const hasResult = endedId !== null || isLocal
  const text = fillPrompt(fillableSegments(prompt.content), prompt.values)
  const pastedInput = { ...inputOf(prompt), pasted: pastedOf(families, pastedTexts) }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="cmp-form" aria-busy={!models.data}>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">{children}</div>
        {models.data && (
          <>
            <form
              aria-label={t('Compare')}
              onSubmit={(event) => {
                event.preventDefault()
                if (missing) return focusMissing(event.currentTarget, missing)
                if (isRunning) return
                if (state === 'signedOut' && chosenModels.length === 0) return setLocalCount(localCount + 1)
                compare(
                  { ...pastedInput, blind: blind && canHideNames, keys: keysFor(chosenModels, keys) },
                  chosenModels,
                )
              }}
            >
              <div className="cmp-models">
                <ModelChoice
                  models={comparableModels}
                  families={pastedFamilies(comparableModels)}
                  chosen={[...chosenModels.map(({ id }) => id), ...families.map(pastedId)]}
                  isMember={user !== null}
                  onChange={setSelectedIds}
                />
              </div>
              {families.length > 0 && (
                <div className="cmp-pasted">
                  <PastedAnswers
                    families={families}
                    answers={pastedTexts}
                    text={text}
                    onWrite={(vendor, answer) => setPastedTexts((before) => ({ ...before, [vendor]: answer }))}
                  />
                </div>
              )}
              <div className="cmp-submit">
                {canHideNames && (
                  <label className="flex items-start gap-2">
                    <input
                      type="checkbox"
                      className="mt-0.5 size-4.5 accent-ink"
                      checked={blind}
                      onChange={() => setBlind(!blind)}
                    />
                    <span>
                      {rich('Blind<span>Names stay hidden until you have voted.</span>', {
                        span: (text) => <span className="block text-ink-2 text-small">{text}</span>,
                      })}
                    </span>
                  </label>
                )}
                <div className="grid gap-2">
                  <PriceLine price={priceOf(chosenModels)} />
                  <button
                    type="submit"
                    className={hasResult ? 'btn btn-big' : 'btn btn-primary btn-big'}
                    aria-disabled={isRunning}
                    aria-describedby="compare-why"
                  >
                    {hasResult ? t('Compare again') : t('Compare')}
                    <Icon name="arrow-right" />
                  </button>
                  <p id="compare-why" className="text-ink-2 text-small">
                    {missing?.advice} {(user === null || missing === null) && submitHint(choice, user !== null)}
                  </p>
                </div>
              </div>
            </form>
            {user && (
              <div className="cmp-keys">
                <OwnKeyFields userId={user.id} />
              </div>
            )}
          </>
        )}
      </div>
      {/* Only screen readers need to know that this box has focus, so it shows no focus ring. */}
      <div
        ref={result}
        tabIndex={-1}
        className="empty:-mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 outline-0 shadow-none!"
      >
        {failure && <FailureNote title={t('The comparison was interrupted')}>{failure}</FailureNote>}
        {isLocal ? (
          <PastedComparison
            answers={families.map((vendor) => pastedAnswer(vendor, pastedTexts[vendor] ?? ''))}
            prompt={{ text, values: prompt.values }}
            verdict={verdict}
            onVerdict={setVerdict}
            onSave={() => compare({ ...pastedInput, blind: false }, [])}
          />
        ) : endedId ? (
          <ComparisonView id={endedId} live={run} verdict={verdict} onSendVerdict={() => setVerdict(null)} />
        ) : (
          run && run.answers.length > 0 && <LiveAnswers run={run} isRunning={isRunning} onStop={stop} />
        )}
      </div>
      {shortage !== null && <InsufficientCreditsDialog message={shortage} onClose={closeShortage} />}
    </div>
  )
}

/** Scrolls to a result and focuses it, because it may be out of sight below the form. */
function showResult(result: HTMLElement | null) {
  result?.focus({ preventScroll: true })
  result?.scrollIntoView({ block: 'start', behavior: scrollBehavior() })
}

/**
 * What is missing before a comparison can start. `advice` says what to do first, and `fields` is a CSS selector for
 * the fields that need input.
 */
type Missing = { advice: string; fields: string }

/** Focuses the first empty text field, or the first model that isn't chosen. */
function focusMissing(form: HTMLFormElement, { fields }: Missing) {
  const candidates = form.parentElement?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields) ?? []
  const isEmpty = (field: Element) => !(field instanceof HTMLTextAreaElement) || field.value.trim() === ''
  Array.from(candidates).find(isEmpty)?.focus()
}

/** Returns what is missing before a comparison can start, or null if nothing is missing. */
function missingInput(
  { content }: ComparedPrompt,
  { models, families }: Choice,
  pastedTexts: PastedTexts,
): Missing | null {
  if (content.trim() === '') return { advice: t('Write or paste a prompt first.'), fields: 'textarea' }
  if (models.length + families.length < limits.modelsMin)
    return { advice: t('Choose at least 2 models.'), fields: '.cmp-models input:not(:checked)' }
  const emptyFamilies = families.filter((vendor) => (pastedTexts[vendor] ?? '').trim() === '')
  if (emptyFamilies.length === 0) return null
  const names = formatList(emptyFamilies.map(chatNameOf), 'and')
  const advice =
    emptyFamilies.length === 1
      ? t('Paste the answer from {name}.', { name: names })
      : t('Paste the answers from {names}.', { names })
  return { advice, fields: '.cmp-pasted textarea' }
}

function submitHint({ models }: Choice, isMember: boolean): string {
  if (!isMember)
    return models.length === 0
      ? t('You don’t need an account. Sign in later to save or share.')
      : t('Only members can ask models. You’ll be asked to sign in. Your text is kept.')
  return models.length === 0
    ? t('Pasted answers don’t count toward ratings.')
    : t('You get a refund for each answer that fails.')
}
