import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onSessionChange, readSession, type Session } from '#features/accounts/web/session-store.ts'
import { notify } from '#ui/notice.tsx'
import { setReactionHandlers } from '#ui/reactions.ts'
import type { OwnReactions } from './own-reactions.ts'

/**
 * Loads the code for the reader's own reactions when a member is signed in, or when somebody presses a vote, save or
 * follow button.
 */
export function useOwnReactions(): void {
  const router = useRouter()
  useEffect(() => {
    let loading: Promise<OwnReactions> | undefined
    const load = () => {
      loading ??= import('./own-reactions.ts').then(({ startOwnReactions }) =>
        startOwnReactions({ router, ...router.options.context }),
      )
      loading.catch(() => {
        loading = undefined
      })
      return loading
    }
    const loadForMember = ({ state }: Session) => {
      if (state === 'signedIn') load().catch(() => undefined)
    }
    setReactionHandlers({
      onPress: (...pressed) =>
        load()
          .then(({ press }) => press(...pressed))
          .catch(({ message }) => notify({ title: 'Not saved', text: message, isFailure: true })),
    })
    loadForMember(readSession())
    return onSessionChange(loadForMember)
  }, [router])
}
