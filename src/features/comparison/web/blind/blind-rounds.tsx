import { Link, useRouter } from '@tanstack/react-router'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import { TextWithBlanks } from '#features/catalogue/web/prompt-text.tsx'
import type { BlindRound, RoundResult } from '#features/comparison/contract.ts'
import type { RoundOutcome } from '#features/comparison/round-rules.ts'
import { modelLine } from '#features/models/model-name-rules.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { Icon } from '#ui/icon.tsx'
import { Empty } from '#ui/lists/empty.tsx'
import { FailureNote } from '#ui/note.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AnswerColumns } from '../answers/answer-columns.tsx'
import { type AnswerView, blindAnswer, viewsOf } from '../answers/answer-view.ts'
import { useBlindRounds } from './use-blind-rounds.ts'
import '#features/models/web/run-parts.css'
import '../comparison.css'

/** Shows members their rounds. Visitors are asked to sign in if there may be something to vote on (`mayHaveRounds`). */
export function BlindRounds({ mayHaveRounds }: { mayHaveRounds: boolean }) {
  const { state } = useSession()
  const router = useRouter()
  if (state === 'signedIn') return <MemberRounds mayHaveRounds={mayHaveRounds} />
  if (!mayHaveRounds) return null
  if (state === 'loading') return <Loading />
  return (
    <Empty
      action={
        <button type="button" className="btn btn-primary" onClick={() => void goToSignIn(router)}>
          {t('Sign in to vote')}
        </button>
      }
    >
      {t('Only members can vote, because each person has one vote on a comparison.')}
    </Empty>
  )
}

function Loading() {
  return (
    <p role="status" className="flex items-center gap-3 text-ink-2">
      <Spinner />
      {t('Choosing two answers')}
    </p>
  )
}

function MemberRounds({ mayHaveRounds }: { mayHaveRounds: boolean }) {
  const { state, next, answer } = useBlindRounds()
  if (state.kind === 'loading') return mayHaveRounds && <Loading />
  if (state.kind === 'none') return mayHaveRounds && <NothingLeft />
  if (state.kind === 'failed')
    return (
      <FailureNote
        title={t('That didn’t work')}
        action={
          <button type="button" className="btn" onClick={next}>
            {t('Continue')}
          </button>
        }
      >
        {state.message}
      </FailureNote>
    )
  const { round } = state
  const result = state.kind === 'answered' ? state.result : null
  return (
    <section aria-label={t('Blind round')} className="grid grid-cols-[minmax(0,1fr)] gap-5" key={round.id}>
      <div className="cmp-prompt max-h-48" dir="auto">
        <TextWithBlanks text={round.prompt} />
      </div>
      {result ? (
        <Result result={result} onNext={next} />
      ) : (
        <Choices isBusy={state.kind === 'sending'} onAnswer={answer} />
      )}
      <AnswerColumns answers={columnsOf(round, result)} areNamesHidden={!result?.comparison} />
    </section>
  )
}

function NothingLeft() {
  return (
    <Empty
      action={
        <Link to="/compare" className="btn btn-primary">
          {t('Compare models')}
        </Link>
      }
    >
      {t('There is nothing to vote on now. Publish one of your comparisons, and others can vote on it.')}
    </Empty>
  )
}

/** Returns the answers as columns A and B. The columns have the models' names if the result contains them. */
function columnsOf({ answers }: BlindRound, result: RoundResult | null): AnswerView[] {
  return result?.comparison ? viewsOf(result.comparison) : answers.map(blindAnswer)
}

const choices: { outcome: RoundOutcome; label: Message }[] = [
  { outcome: 'a', label: msg('A is better') },
  { outcome: 'b', label: msg('B is better') },
  { outcome: 'tie', label: msg('Equally good') },
  { outcome: 'none', label: msg('Both are bad') },
]

function Choices({ isBusy, onAnswer }: { isBusy: boolean; onAnswer: (outcome: RoundOutcome) => void }) {
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t('Which answer is better?')}</legend>
      {choices.map(({ outcome, label }) => (
        <button key={outcome} type="button" className="btn" aria-disabled={isBusy} onClick={() => onAnswer(outcome)}>
          {translate(label)}
        </button>
      ))}
      <button type="button" className="btn btn-bare" aria-disabled={isBusy} onClick={() => onAnswer('skip')}>
        {t('Skip')}
      </button>
    </fieldset>
  )
}

/** Says what the member chose and whether the vote counts. Receives focus, because the pressed button is gone. */
function Result({ result, onNext }: { result: RoundResult; onNext: () => void }) {
  const { comparison } = result
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-80" ref={focusOnMount} tabIndex={-1} role="status">
        <b>{titleOf(result)}</b> {detailOf(result)}
        {comparison && (
          <>
            {' '}
            <Link to="/compare/$id" params={{ id: comparison.id }} className="link">
              {t('See the whole comparison')}
            </Link>
          </>
        )}
      </p>
      <button type="button" className="btn btn-primary" onClick={onNext}>
        {t('Next')}
        <Icon name="arrow-right" />
      </button>
    </div>
  )
}

function titleOf({ check, outcome, comparison }: RoundResult): string {
  if (check)
    return check === 'passed' ? t('This was a check, and you passed.') : t('This was a check, and you didn’t pass it.')
  if (outcome === 'tie') return t('You found both equally good.')
  if (outcome === 'none') return t('You found both bad.')
  const chosenAnswer = comparison?.answers[outcome === 'a' ? 0 : 1]
  return chosenAnswer
    ? t('You preferred {modelLine}.', { modelLine: modelLine(chosenAnswer.model, chosenAnswer.vendor) })
    : ''
}

function detailOf({ check, counts, outcome }: RoundResult): string {
  if (check) return t('Your votes count as long as you pass at least four out of five checks.')
  if (outcome === 'none') return t('This vote doesn’t change ratings.')
  return counts ? t('Your vote counts.') : t('Your vote counts as soon as you have passed enough checks.')
}
