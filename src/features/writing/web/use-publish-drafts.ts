import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { PublishedDrafts } from '#features/writing/contract.ts'

/** The timeout of a request in ms. Each request checks and publishes up to 25 drafts. */
const timeoutMs = 30_000

type Counts = Omit<PublishedDrafts, 'next'>
export type PublishStep =
  | { name: 'idle' | 'asking' }
  | { name: 'publishing'; counts: Counts }
  | { name: 'done'; counts: Counts; failure?: Error }

/**
 * Publishes the member's drafts that have no warnings, in several requests. If the member leaves the page, no further
 * request is sent.
 */
export function usePublishDrafts() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [step, setStep] = useState<PublishStep>({ name: 'idle' })
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])

  const publish = async () => {
    stopped.current = false
    let counts: Counts = { published: 0, pending: 0, kept: [] }
    let failure: Error | undefined
    setStep({ name: 'publishing', counts })
    try {
      for (let after: string | undefined; ; ) {
        const part = await api('POST /api/user/prompts/publish', { body: { after }, rules: { timeoutMs } })
        counts = {
          published: counts.published + part.published,
          pending: counts.pending + part.pending,
          kept: [...counts.kept, ...part.kept],
        }
        setStep({ name: 'publishing', counts })
        if (part.next === null || stopped.current) break
        after = part.next
      }
    } catch (error) {
      failure = error as Error
    }
    setStep({ name: 'done', counts, failure })
    await queryClient.invalidateQueries()
  }
  return {
    step,
    ask: () => setStep({ name: 'asking' }),
    cancel: () => setStep({ name: 'idle' }),
    stop: () => {
      stopped.current = true
    },
    publish,
  }
}
