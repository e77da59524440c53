import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { notify } from '#ui/notice.tsx'
import type { Api } from '#web/api.ts'

const paths = ['/api/collections', '/api/collections/{id}', '/api/user/collections']

/**
 * Changes collections, and reads again what shows them. Resolves to the response; undefined if the change failed, after a
 * message with `failure` as its title.
 */
export function useChangeCollections() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async <Result>(
    change: (api: Api) => Promise<Result>,
    failure: string,
  ): Promise<{ result: Result } | undefined> => {
    try {
      return { result: await change(api) }
    } catch (error) {
      notify({ title: failure, text: (error as Error).message, failed: true })
      return undefined
    } finally {
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => paths.includes(String(queryKey[0])) })
    }
  }
}
