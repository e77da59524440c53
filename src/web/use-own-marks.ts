import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onSessionChange, readSession, type Session } from '#features/accounts/web/session-store.ts'
import { setMarkHandlers } from '#ui/marks.ts'
import { notify } from '#ui/notice.tsx'
import type { OwnMarks } from './own-marks.ts'

/** Loads the code for the reader's own marks when a member is signed in or somebody presses a button. */
export function useOwnMarks(): void {
  const router = useRouter()
  useEffect(() => {
    let loading: Promise<OwnMarks> | undefined
    const load = () => {
      loading ??= import('./own-marks.ts').then(({ startOwnMarks }) =>
        startOwnMarks({ router, ...router.options.context }),
      )
      loading.catch(() => {
        loading = undefined
      })
      return loading
    }
    const loadForMember = ({ state }: Session) => {
      if (state === 'signedIn') load().catch(() => undefined)
    }
    setMarkHandlers({
      onPress: (...pressed) =>
        load()
          .then(({ press }) => press(...pressed))
          .catch(({ message }) => notify({ title: 'Not stored', text: message, failed: true })),
    })
    loadForMember(readSession())
    return onSessionChange(loadForMember)
  }, [router])
}
