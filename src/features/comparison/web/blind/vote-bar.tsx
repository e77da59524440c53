import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useEffectEvent } from 'react'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { takePendingAction } from '#features/accounts/web/pending-action.ts'
import { readSession, useSession } from '#features/accounts/web/session-store.ts'
import type { Comparison } from '#features/comparison/contract.ts'
import { noneGood, tie } from '#features/comparison/rules.ts'
import { modelLine } from '#features/models/model-name-rules.ts'
import { plural, t } from '#lib/texts.ts'
import { type AnswerView, isContender, viewsOf } from '../answers/answer-view.ts'
import { useChangeComparison } from '../use-change-comparison.ts'
import { VerdictBar, VerdictNote, verdictText } from './verdict.tsx'

type Vote = { id: string; outcome: string; blind: boolean; note?: string }

const kind = 'comparison_vote'

/**
 * Returns a function that votes on a comparison, and resolves to true if the vote was stored. Visitors have to sign in
 * first. Their vote is sent when they return.
 */
export function useVote({ id }: Comparison, blind: boolean) {
  const router = useRouter()
  const { state } = useSession()
  const change = useChangeComparison(id)
  const send = ({ outcome, blind, note }: Vote) => {
    const body = { outcome, blind, note }
    const notice = note === undefined ? t('Your vote is stored') : t('Saved')
    return change((api, params) => api('POST /api/comparisons/{id}/vote', { params, body }), notice)
  }
  const resume = useEffectEvent(() => {
    const vote = takePendingAction(kind, (data) => isVote(data) && data.id === id)
    if (isVote(vote)) void send(vote)
  })
  useEffect(() => {
    if (state === 'signedIn') resume()
  }, [state])
  return async (outcome: string, note?: string): Promise<boolean> => {
    const vote = { id, outcome, blind, note }
    if (readSession().state === 'signedIn') return send(vote)
    const nextStep = t('Your vote is stored as soon as you sign in.')
    await goToSignIn(router, { kind, data: vote, purpose: t('vote', { context: 'after “Sign in to”' }), nextStep })
    return false
  }
}

function isVote(data: unknown): data is Vote {
  const { id, outcome, blind } = Object(data)
  return typeof id === 'string' && typeof outcome === 'string' && typeof blind === 'boolean'
}

/**
 * Shows buttons to vote for a tie or for none of the answers, a field for a note once the reader has voted, and the
 * result of all votes as soon as the reader may see it.
 */
export function VoteBar({
  comparison,
  onVote,
  isMember,
}: {
  comparison: Comparison
  onVote: (outcome: string, note?: string) => void
  isMember: boolean
}) {
  const { id, hidden, ownVote, votes } = comparison
  const answers = viewsOf(comparison)
  const castVotes = hidden ? [] : votes.filter((vote) => vote.votes > 0)
  const saveNote = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (ownVote) onVote(ownVote.outcome, String(new FormData(event.currentTarget).get('note') ?? ''))
  }
  return (
    <VerdictBar
      text={ownVote && verdictText(ownVote.outcome, answers)}
      answerCount={answers.length}
      outcome={ownVote?.outcome}
      hint={voteHint(comparison, isMember)}
      jsOnly={castVotes.length === 0}
      onChoose={onVote}
    >
      {ownVote && (
        <form key={id} onSubmit={saveNote}>
          <VerdictNote
            hint={t('Only you see this note.')}
            defaultValue={ownVote.note ?? ''}
            action={
              <button type="submit" className="btn">
                {t('Save the note')}
              </button>
            }
          />
        </form>
      )}
      {castVotes.length > 0 && <VoteCounts castVotes={castVotes} answers={answers} />}
    </VerdictBar>
  )
}

function voteHint({ hidden, ownVote, answers }: Comparison, isMember: boolean): string {
  if (!isMember) return t('You’ll be asked to sign in.')
  if (answers.filter(isContender).length < 2) return t('Pasted answers don’t count toward ratings.')
  if (ownVote?.counts) return t('Your vote counts for the leaderboard.')
  if (ownVote) return t('Your vote wasn’t blind, so it doesn’t count for the leaderboard.')
  return hidden ? t('You’ll see the names as soon as you vote.') : t('Only blind votes count for the leaderboard.')
}

function VoteCounts({ castVotes, answers }: { castVotes: Comparison['votes']; answers: AnswerView[] }) {
  const outcomeNames: Record<string, string> = { [tie]: t('Tie'), [noneGood]: t('None') }
  return (
    <ul className="flex w-full flex-wrap gap-x-6 gap-y-1 text-small tabular-nums">
      {castVotes.map(({ outcome, votes, blind }) => {
        const answer = answers.find(({ name }) => name === outcome)
        return (
          <li key={outcome}>
            <b>{outcomeNames[outcome] ?? (answer?.pasted ? outcome : modelLine(outcome, answer?.vendor ?? null))}</b>{' '}
            {plural(votes, '{count} vote', '{count} votes')}
            {blind > 0 && t(', {blind} blind', { blind })}
          </li>
        )
      })}
    </ul>
  )
}
