import { useRouteContext, useRouter } from '@tanstack/react-router'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { leaveSession } from './leave-session.ts'

/** How long after a logout the home page opens, in ms. */
const homeDelayMs = 100

/** Returns a function that logs out. If the request fails, the user stays signed in and sees a notice. */
export function useLogOut() {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  return async () => {
    try {
      await api('POST /api/logout')
    } catch (error) {
      console.error(error)
      notify({ title: t('Logout failed'), text: t('An error occurred during logout.'), isFailure: true })
      return
    }
    leaveSession()
    notify({ title: t('Logged out') })
    const { href } = router.state.location
    setTimeout(() => {
      // Users who have opened another page in the meantime stay there.
      if (router.state.location.href === href) router.navigate({ to: '/' })
    }, homeDelayMs)
  }
}
