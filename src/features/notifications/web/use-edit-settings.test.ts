import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import type { NotificationSettings } from '#features/notifications/contract.ts'
import { currentNotice } from '#ui/notice.tsx'
import { notificationSettingsQuery } from './notification-queries.ts'
import { createSettingsEditor } from './use-edit-settings.ts'

/** The settings on a server that answers each PATCH when the test says so. */
let stored: NotificationSettings
let answers: PromiseWithResolvers<void>[]
const api = (async (name: string, input?: { body: Partial<NotificationSettings> }) => {
  if (name.startsWith('GET')) return stored
  const answer = Promise.withResolvers<void>()
  answers.push(answer)
  await answer.promise
  stored = { ...stored, ...input?.body }
  return stored
}) as unknown as Api

let queryClient: QueryClient
const shown = () => queryClient.getQueryData(notificationSettingsQuery(api).queryKey)
beforeEach(async () => {
  stored = { off: [], digest: false } as unknown as NotificationSettings
  answers = []
  queryClient = new QueryClient()
  await queryClient.fetchQuery(notificationSettingsQuery(api))
})

it('a change is shown before the server responds, so the next one builds on it and undoes nothing', async () => {
  const edit = createSettingsEditor(api, queryClient)
  const first = edit({ off: ['prompt-version'] })
  await expect.poll(shown).toMatchObject({ off: ['prompt-version'] })
  const second = edit({ off: ['prompt-version', 'decision'] })
  await expect.poll(shown).toMatchObject({ off: ['prompt-version', 'decision'] })
  expect(answers, 'the second request waits for the first').toHaveLength(1)
  answers[0]?.resolve()
  await first
  expect(shown()).toMatchObject({ off: ['prompt-version', 'decision'] })
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.resolve()
  await second
  expect([shown(), stored]).toMatchObject([
    { off: ['prompt-version', 'decision'] },
    { off: ['prompt-version', 'decision'] },
  ])
})

it('after a refusal, the stored settings are shown again, and the next change is sent', async () => {
  const edit = createSettingsEditor(api, queryClient)
  const refused = edit({ digest: true })
  await expect.poll(() => answers).toHaveLength(1)
  answers[0]?.reject(new Error('Too many requests.'))
  await refused
  expect(shown()).toMatchObject({ digest: false })
  expect(currentNotice()).toEqual({ title: 'Not saved', text: 'Too many requests.', isFailure: true })
  const next = edit({ off: ['decision'] })
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.resolve()
  await next
  expect(stored).toMatchObject({ off: ['decision'], digest: false })
})
