import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { expireSession } from '#features/accounts/web/session-lifecycle.ts'
import type { BlindRound, RoundResult } from '#features/comparison/contract.ts'
import type { RoundOutcome } from '#features/comparison/round-rules.ts'

/**
 * The round that a member sees. `none` means that there is nothing to vote on. `result` tells whether the vote counts,
 * and names the models.
 */
type RoundState =
  | { kind: 'loading' }
  | { kind: 'none' }
  | { kind: 'open' | 'sending'; round: BlindRound }
  | { kind: 'answered'; round: BlindRound; result: RoundResult }
  | { kind: 'failed'; message: string }

/** Returns the member's round, and functions that send their choice and draw the next round. */
export function useBlindRounds() {
  const { api } = useRouteContext({ from: '__root__' })
  const [state, setState] = useState<RoundState>({ kind: 'loading' })

  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'authentication_required') expireSession()
    setState({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
  async function draw() {
    try {
      const { round } = await api('POST /api/blind-rounds', {})
      setState(round ? { kind: 'open', round } : { kind: 'none' })
    } catch (error) {
      fail(error)
    }
  }
  const drawFirst = useEffectEvent(draw)
  useEffect(() => void drawFirst(), [])

  return {
    state,
    next() {
      setState({ kind: 'loading' })
      void draw()
    },
    async answer(outcome: RoundOutcome) {
      if (state.kind !== 'open') return
      const { round } = state
      setState({ kind: 'sending', round })
      try {
        const result = await api('POST /api/blind-rounds/{id}/vote', { params: { id: round.id }, body: { outcome } })
        if (outcome === 'skip') await draw()
        else setState({ kind: 'answered', round, result })
      } catch (error) {
        fail(error)
      }
    },
  }
}
