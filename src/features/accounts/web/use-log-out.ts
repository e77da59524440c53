import { useRouteContext, useRouter } from '@tanstack/react-router'
import { notify } from '#ui/notice.tsx'
import { leaveSession } from './leave-session.ts'

/** After a logout the home page comes this much later, in ms. */
const homeMs = 100

/** Logs out. If the server can't be told, one stays signed in and is told so. */
export function useLogOut() {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  return async () => {
    try {
      await api('POST /api/logout')
    } catch (error) {
      console.error(error)
      notify({ title: 'Logout failed', text: 'An error occurred during logout.', failed: true })
      return
    }
    leaveSession()
    notify({ title: 'Logged out' })
    const { href } = router.state.location
    setTimeout(() => {
      // Who has gone on meanwhile is not called back.
      if (router.state.location.href === href) router.navigate({ to: '/' })
    }, homeMs)
  }
}
