import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { takePendingAction } from '#features/accounts/web/pending-action.ts'
import { readSession, useSession } from '#features/accounts/web/session-store.ts'
import type { Comparison } from '#features/comparison/contract.ts'
import { noneGood, tie } from '#features/comparison/rules.ts'
import { modelLine } from '#features/models/model-name-rules.ts'
import { pluralize } from '#lib/numbers.ts'
import { useChangeComparison } from './use-change-comparison.ts'

type Vote = { id: string; outcome: string; blind: boolean }

const kind = 'comparison_vote'

/** Votes on a comparison. Visitors sign in first; their vote is then cast when they return. */
export function useVote({ id }: Comparison, blind: boolean) {
  const router = useRouter()
  const { state } = useSession()
  const change = useChangeComparison(id)
  const send = ({ outcome, blind }: Vote) => {
    const body = { outcome, blind }
    void change((api, params) => api('POST /api/comparisons/{id}/vote', { params, body }), 'Your vote is stored')
  }
  const resume = useEffectEvent(() => {
    const vote = takePendingAction(kind, (data) => isVote(data) && data.id === id)
    if (isVote(vote)) send(vote)
  })
  useEffect(() => {
    if (state === 'signedIn') resume()
  }, [state])
  return (outcome: string) => {
    const vote = { id, outcome, blind }
    if (readSession().state === 'signedIn') send(vote)
    else {
      const nextStep = 'Your vote is stored as soon as you sign in.'
      void goToSignIn(router, { kind, data: vote, purpose: 'vote', nextStep })
    }
  }
}

function isVote(data: unknown): data is Vote {
  const { id, outcome, blind } = Object(data)
  return typeof id === 'string' && typeof outcome === 'string' && typeof blind === 'boolean'
}

/** Buttons to vote for `tie` and `none`, and the result of all votes once the reader may see it. */
export function VoteBar({
  comparison,
  onVote,
  isMember,
}: {
  comparison: Comparison
  onVote: (outcome: string) => void
  isMember: boolean
}) {
  const { hidden, ownVote, votes } = comparison
  const castVotes = hidden ? [] : votes.filter((vote) => vote.votes > 0)
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-hair border-y py-3 ${castVotes.length === 0 ? 'js-only' : ''}`}
    >
      <p className="js-only font-semibold">{ownVote ? 'Your vote is stored.' : 'Which answer is best?'}</p>
      <div className="js-only flex gap-2">
        <button type="button" className="btn" aria-pressed={ownVote?.outcome === tie} onClick={() => onVote(tie)}>
          Tie
        </button>
        <button
          type="button"
          className="btn"
          aria-pressed={ownVote?.outcome === noneGood}
          onClick={() => onVote(noneGood)}
        >
          None is good
        </button>
      </div>
      <p className="js-only text-ink-2 text-small">{voteHint(comparison, isMember)}</p>
      {castVotes.length > 0 && <VoteCounts castVotes={castVotes} answers={comparison.answers} />}
    </div>
  )
}

function voteHint({ hidden, ownVote }: Comparison, isMember: boolean): string {
  if (!isMember) return 'You’ll be asked to sign in.'
  if (ownVote?.counts) return 'It counts for the leaderboard.'
  if (ownVote) return 'It was not blind, so it does not count for the leaderboard.'
  return hidden ? 'You see the names as soon as you have voted.' : 'Only blind votes count for the leaderboard.'
}

function VoteCounts({ castVotes, answers }: { castVotes: Comparison['votes']; answers: Comparison['answers'] }) {
  const outcomeNames: Record<string, string> = { [tie]: 'Tie', [noneGood]: 'None' }
  return (
    <ul className="flex w-full flex-wrap gap-x-6 gap-y-1 text-small tabular-nums">
      {castVotes.map(({ outcome, votes, blind }) => (
        <li key={outcome}>
          <b>
            {outcomeNames[outcome] ??
              modelLine(outcome, answers.find(({ model }) => model === outcome)?.vendor ?? null)}
          </b>{' '}
          {pluralize(votes, 'vote')}
          {blind > 0 && `, ${blind} blind`}
        </li>
      ))}
    </ul>
  )
}
