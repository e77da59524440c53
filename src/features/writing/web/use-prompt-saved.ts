import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { PromptStatus } from '#features/catalogue/rules.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'

const notices: Record<PromptStatus, { title: Message; text?: Message }> = {
  published: { title: msg('Published'), text: msg('Everybody can read and copy it now.') },
  shared: { title: msg('Shared'), text: msg('The members of its groups can read and copy it now.') },
  draft: { title: msg('Draft saved'), text: msg('Only you can see it.') },
  pending: { title: msg('Waiting for a moderator'), text: msg('It appears once a moderator has approved it.') },
  removed: { title: msg('Saved'), text: msg('It stays removed until a moderator publishes it again.') },
  deleted: { title: msg('Deleted') },
}

/**
 * Returns a function to call after a prompt has been saved. It invalidates all queries, puts the prompt into the query
 * cache if it is published, otherwise removes it from there, and shows a notice. `before`: the prompt's former status.
 */
export function usePromptSaved() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async (prompt: Prompt, before?: PromptStatus) => {
    await queryClient.invalidateQueries({ refetchType: 'none' })
    if (prompt.status === 'published') queryClient.setQueryData(promptQuery(api, prompt.slug).queryKey, prompt)
    else queryClient.removeQueries({ queryKey: promptQuery(api, prompt.slug).queryKey })
    const { title, text } = notices[prompt.status]
    if (before === prompt.status) notify({ title: t('Saved') })
    else notify({ title: translate(title), text: text && translate(text) })
  }
}
