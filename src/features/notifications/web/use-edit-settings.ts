import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '#client/api.ts'
import type { NotificationEdit } from '#features/notifications/contract.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { notificationSettingsQuery } from './notification-queries.ts'

/** Returns a function that changes the notification settings, as `createSettingsEditor` describes. */
export function useEditSettings(): (body: NotificationEdit) => Promise<void> {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return useState(() => createSettingsEditor(api, queryClient))[0]
}

/**
 * Creates a function that changes the notification settings. It shows each change at once, because the next one builds
 * on what is shown, and sends one request at a time, so that none overtakes another. After a failure it shows a notice
 * and the stored settings.
 */
export function createSettingsEditor(api: Api, queryClient: QueryClient): (body: NotificationEdit) => Promise<void> {
  const { queryKey } = notificationSettingsQuery(api)
  let latest: Promise<unknown> = Promise.resolve()
  return async (body) => {
    const request = latest.then(() => api('PATCH /api/user/notification-settings', { body }))
    const ended = request.catch(() => undefined)
    latest = ended
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (settings) => settings && { ...settings, ...body })
    try {
      const stored = await request
      if (latest === ended) queryClient.setQueryData(queryKey, stored)
    } catch (error) {
      notify({ title: t('Not saved'), text: (error as Error).message, isFailure: true })
      await queryClient.refetchQueries({ queryKey })
    }
  }
}
