import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Notification } from '#features/notifications/contract.ts'
import { notify } from '#ui/notice.tsx'
import { updateUnread } from './unread-count.ts'

/**
 * Marks one notification as read or unread, or marks the newest one shown and all older ones as read. Then updates the
 * list and the bell. Shows a notice after a failure.
 */
export function useMarkNotifications() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const attempt = async (send: () => Promise<unknown>) => {
    try {
      await send()
    } catch (error) {
      notify({ title: 'Not saved', text: (error as Error).message, isFailure: true })
    }
    await Promise.all([updateUnread(api), queryClient.invalidateQueries({ queryKey: ['/api/notifications'] })])
  }
  return {
    mark: ({ id }: Notification, read: boolean) =>
      attempt(() => api('PATCH /api/notifications/{id}', { params: { id }, body: { read } })),
    markAllRead: ({ createdAt }: Notification) =>
      attempt(() => api('POST /api/notifications/read', { body: { until: createdAt } })),
  }
}
