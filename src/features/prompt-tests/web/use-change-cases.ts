import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '#client/api.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { testPaths } from './test-queries.ts'

/**
 * Returns a function that sends a change to test cases with `call`, reloads all data about tests and shows `notice`. If
 * the change fails, it shows a notice that says why. The function returns whether the change succeeded.
 */
export function useChangeCases() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async (call: (api: Api) => Promise<unknown>, notice: string): Promise<boolean> => {
    try {
      await call(api)
      await Promise.all(testPaths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
      notify({ title: notice })
      return true
    } catch (error) {
      notify({ title: t('Not changed'), text: error instanceof Error ? error.message : undefined, isFailure: true })
      return false
    }
  }
}
