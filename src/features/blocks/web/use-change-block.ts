import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { BlockKind } from '#features/blocks/rules.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { blocksQuery } from './block-queries.ts'

const notices: Record<BlockKind, { title: Message; text: Message }> = {
  block: {
    title: msg('Blocked'),
    text: msg('Neither of you sees the other’s comments or gets notifications about the other. We don’t tell them.'),
  },
  mute: {
    title: msg('Muted'),
    text: msg('You don’t see their comments or get notifications about them. We don’t tell them.'),
  },
}

/**
 * Returns a function that blocks or mutes a person, or undoes either if `kind` is null. A notice explains the effect.
 */
export function useChangeBlock() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async (username: string, kind: BlockKind | null) => {
    const params = { username }
    try {
      if (kind === null) await api('DELETE /api/user/blocks/{username}', { params })
      else await api('PUT /api/user/blocks/{username}', { params, body: { kind } })
      notify(
        kind === null
          ? {
              title: t('No longer hidden'),
              text: t('You’ll see comments by {username} and get notifications about {username} again.', { username }),
            }
          : { title: translate(notices[kind].title), text: translate(notices[kind].text) },
      )
    } catch (error) {
      notify({ title: t('Not saved'), text: (error as Error).message, isFailure: true })
    }
    await queryClient.invalidateQueries({ queryKey: blocksQuery(api).queryKey })
  }
}
