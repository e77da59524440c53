import { useRouteContext, useRouter } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import { notify } from '#ui/notice.tsx'
import { leaveSession } from './leave-session.ts'

/**
 * Returns a function that deletes the user's account. That function returns the message for the password field if the
 * password was wrong.
 */
export function useDeleteAccount() {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  return async ({ password, prompts }: Record<'password' | 'prompts', string>) => {
    try {
      await api('DELETE /api/user', { body: { password, prompts: prompts === 'delete' ? 'delete' : 'keep' } })
    } catch (error) {
      const { code, message } = error as ApiError
      if (code === 'forbidden') return { password: message }
      notify({ title: 'The account was not deleted', text: message, isFailure: true })
      return undefined
    }
    leaveSession()
    notify({ title: 'Account deleted', text: 'Your personal data has been deleted, except what you chose to keep.' })
    await router.navigate({ to: '/', replace: true })
    return undefined
  }
}
