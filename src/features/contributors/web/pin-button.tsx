import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { profileMax } from '#features/contributors/profile-rules.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { ownProfileQuery, profileQuery } from './contributor-queries.ts'

/** The button with which members pin a prompt to the top of their page, or unpin it. */
export function PinButton({ prompt, username }: { prompt: PromptCard; username: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: profile } = useQuery(ownProfileQuery(api))
  const [isSending, setSending] = useState(false)
  if (!profile) return null
  const isPinned = profile.pins.includes(prompt.id)
  const press = async () => {
    if (isSending) return
    const others = profile.pins.filter((id) => id !== prompt.id)
    if (!isPinned && others.length >= profileMax.pins) {
      notify({
        title: t('You have pinned {pins} prompts', { pins: profileMax.pins }),
        text: t('Unpin one of them first.'),
      })
      return
    }
    setSending(true)
    try {
      const pins = isPinned ? others : [...others, prompt.id]
      queryClient.setQueryData(ownProfileQuery(api).queryKey, await api('PATCH /api/user/profile', { body: { pins } }))
      await queryClient.invalidateQueries({ queryKey: profileQuery(api, username).queryKey })
    } catch (error) {
      notify({
        title: t('Your page was not changed'),
        text: error instanceof Error ? error.message : '',
        isFailure: true,
      })
    } finally {
      setSending(false)
    }
  }
  return (
    <button type="button" className="btn btn-bare" aria-pressed={isPinned} aria-disabled={isSending} onClick={press}>
      {isPinned ? t('Unpin') : t('Pin')}
      <span className="sr-only"> {prompt.title}</span>
    </button>
  )
}
