import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { PublishedDrafts } from '#features/writing/contract.ts'

/** The timeout of a request in ms. Each request checks and publishes up to 25 drafts. */
const timeoutMs = 30_000

/** The results of all requests so far: two counts, and in `kept` the drafts that weren't published. */
type Results = Omit<PublishedDrafts, 'next'>
export type PublishStep =
  | { name: 'idle' | 'asking' }
  | { name: 'publishing'; results: Results }
  | { name: 'done'; results: Results; failure?: Error }

/**
 * Publishes the member's drafts that have no warnings, in several requests. If the member leaves the page, no further
 * request is sent.
 */
export function usePublishDrafts() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [step, setStep] = useState<PublishStep>({ name: 'idle' })
  const isStopped = useRef(false)
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  const publish = async () => {
    isStopped.current = false
    let results: Results = { published: 0, pending: 0, kept: [] }
    let failure: Error | undefined
    setStep({ name: 'publishing', results })
    try {
      for (let after: string | undefined; ; ) {
        const part = await api('POST /api/user/prompts/publish', { body: { after }, rules: { timeoutMs } })
        results = {
          published: results.published + part.published,
          pending: results.pending + part.pending,
          kept: [...results.kept, ...part.kept],
        }
        setStep({ name: 'publishing', results })
        if (part.next === null || isStopped.current) break
        after = part.next
      }
    } catch (error) {
      failure = error as Error
    }
    setStep({ name: 'done', results, failure })
    await queryClient.invalidateQueries()
  }
  return {
    step,
    ask: () => setStep({ name: 'asking' }),
    cancel: () => setStep({ name: 'idle' }),
    stop: () => {
      isStopped.current = true
    },
    publish,
  }
}
