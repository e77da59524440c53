import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { isNotFoundError } from '#client/not-found.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { Comparison } from '#features/comparison/contract.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { fillPrompt } from '#features/variables/variable-rules.ts'
import { t } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { FailureNote } from '#ui/note.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AnswerColumns } from './answers/answer-columns.tsx'
import { AnswerDiff } from './answers/answer-diff.tsx'
import { AnswerFactsTable } from './answers/answer-facts-table.tsx'
import { type AnswerView, areVotable, isContender, type LiveRun, viewsOf } from './answers/answer-view.ts'
import { dropPendingVerdict, readPendingVerdict, savePendingVerdict } from './blind/pending-verdict.ts'
import { PreferButton, type Verdict, verdictText } from './blind/verdict.tsx'
import { useVote, VoteBar } from './blind/vote-bar.tsx'
import { comparisonQuery } from './comparison-queries.ts'
import { MissingComparison } from './missing-comparison.tsx'
import { OwnerActions } from './owner-actions.tsx'
import { PasteForm } from './pasted/paste-form.tsx'

/** Loads the additional buttons that a comparison shows to members. */
export type LoadMemberButtons = () => Promise<ComponentType<{ comparison: Comparison }>>

/**
 * Shows a stored comparison with its votes and actions. Until the comparison is loaded, shows the answers of the run
 * `live`. `verdict` is what the owner decided before signing in. It is sent as the owner's vote; `onSendVerdict` is
 * called just before that.
 */
export function ComparisonView({
  id,
  live,
  verdict,
  onSendVerdict,
  more,
  onDeleted,
}: {
  id: string
  live?: LiveRun | null
  verdict?: Verdict | null
  onSendVerdict?: () => void
  more?: LoadMemberButtons
  onDeleted?: () => void
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const [hidesNames, setHidesNames] = useState(false)
  const { data, error, refetch } = useQuery(comparisonQuery(api, id, hidesNames))
  if (data)
    return (
      <StoredComparison
        key={id}
        comparison={data}
        live={live}
        verdict={verdict}
        onSendVerdict={onSendVerdict}
        hidesNames={hidesNames}
        onHideNames={setHidesNames}
        more={more}
        onDeleted={onDeleted}
      />
    )
  if (isNotFoundError(error)) return <MissingComparison />
  if (error)
    return <LoadFailure title={t('The comparison could not be loaded')} error={error} onRetry={() => refetch()} />
  if (live) return <AnswerColumns answers={live.answers} areNamesHidden={live.isBlind} />
  return (
    <p role="status" className="flex items-center gap-3 text-ink-2">
      <Spinner />
      {t('Loading the comparison')}
    </p>
  )
}

function StoredComparison({
  comparison,
  live,
  verdict,
  onSendVerdict,
  hidesNames,
  onHideNames,
  more,
  onDeleted,
}: {
  comparison: Comparison
  live?: LiveRun | null
  verdict?: Verdict | null
  onSendVerdict?: () => void
  hidesNames: boolean
  onHideNames: (on: boolean) => void
  more?: LoadMemberButtons
  onDeleted?: () => void
}) {
  const { user } = useSession()
  const { hidden, isOwner, ownVote } = comparison
  const answers = inStreamOrder(live, viewsOf(comparison))
  const vote = useVote(comparison, hidesNames)
  const canVote = areVotable(answers)
  const [unsentVerdict, setUnsentVerdict] = useState(() => verdict ?? readPendingVerdict(comparison.id))
  const [hasFailed, setFailed] = useState(false)
  const isSignedIn = user !== null
  const isNewVerdict =
    isOwner && !ownVote && unsentVerdict !== null && verdictText(unsentVerdict.outcome, answers) !== null
  const sendVerdict = async () => {
    if (!unsentVerdict) return
    setFailed(false)
    savePendingVerdict(comparison.id, unsentVerdict)
    onSendVerdict?.()
    if (!(await vote(unsentVerdict.outcome, unsentVerdict.note))) return setFailed(true)
    dropPendingVerdict(comparison.id)
    setUnsentVerdict(null)
  }
  const sendWhenSignedIn = useEffectEvent(sendVerdict)
  useEffect(() => {
    // After a reload, the comparison may be loaded before the session is known. Voting would then ask the owner to sign
    // in.
    if (isNewVerdict && isSignedIn) void sendWhenSignedIn()
  }, [isNewVerdict, isSignedIn])
  const text = fillPrompt(fillableSegments(comparison.content), comparison.variables)
  return (
    <section aria-label={t('Answers')} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {!isOwner && !ownVote && answers.filter(isContender).length >= 2 && (
        <label className="cmp-later js-only flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4.5 accent-ink"
            checked={hidesNames}
            onChange={() => onHideNames(!hidesNames)}
          />
          {t('Hide the names until I have voted')}
        </label>
      )}
      <AnswerColumns
        answers={answers}
        areNamesHidden={hidden}
        renderAction={(answer) =>
          canVote &&
          answer.status === 'done' && (
            <PreferButton isChosen={ownVote?.outcome === answer.name} onChoose={() => vote(answer.name)} />
          )
        }
      />
      {isNewVerdict && hasFailed && (
        <FailureNote
          title={t('Your verdict isn’t stored yet')}
          action={
            <button type="button" className="btn" onClick={sendVerdict}>
              {t('Store it')}
            </button>
          }
        >
          {verdictText(unsentVerdict.outcome, answers)} {unsentVerdict.note} {t('Your verdict is kept in this tab.')}
        </FailureNote>
      )}
      {canVote && <VoteBar comparison={comparison} onVote={vote} isMember={user !== null} />}
      <AnswerFactsTable answers={answers} areNamesHidden={hidden} prompt={{ text, values: comparison.variables }} />
      {!hidden && <AnswerDiff answers={answers} />}
      {isOwner && (
        <>
          <OwnerActions comparison={comparison} onDeleted={onDeleted} />
          {more && (
            <p className="flex flex-wrap gap-2">
              <Deferred load={more} props={{ comparison }} placeholder={null} />
            </p>
          )}
          <PasteForm id={comparison.id} text={text} />
        </>
      )}
      {!isOwner && (
        <p className="flex flex-wrap gap-2">
          {comparison.prompt && (
            <Link to="/prompt/$slug" params={{ slug: comparison.prompt.slug }} hash="compare" className="btn js-only">
              {t('Compare this prompt yourself')}
            </Link>
          )}
          {more && user && <Deferred load={more} props={{ comparison }} placeholder={null} />}
        </p>
      )}
    </section>
  )
}

/**
 * Sorts the answers into the order that their columns had while streaming. Blind answers stay in the order of their
 * letters.
 */
function inStreamOrder(live: LiveRun | null | undefined, answers: AnswerView[]): AnswerView[] {
  if (!live || live.isBlind) return answers
  const placeOf = ({ name }: AnswerView) => {
    const index = live.answers.findIndex((answer) => answer.name === name)
    return index === -1 ? live.answers.length : index
  }
  return answers.toSorted((a, b) => placeOf(a) - placeOf(b))
}
