import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isNotFoundError } from '#client/not-found.ts'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { PromptStatus } from '#features/catalogue/rules.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { isOwn } from './may-edit.ts'
import { promptToEditQuery } from './own-prompt-queries.ts'

const explanations: Record<Exclude<PromptStatus, 'published'>, Message> = {
  shared: msg('It is for a group.'),
  draft: msg('It is a draft.'),
  pending: msg('It is waiting for a moderator.'),
  removed: msg('A moderator removed it.'),
  deleted: msg('It was deleted.'),
}

/**
 * Tells a prompt's author and moderators why the prompt isn't public. An author whose prompt is a draft or pending, and the
 * members of a prompt's groups, see the prompt's page instead. Renders nothing for anybody else, unless the prompt can't be loaded.
 */
export function HiddenPromptStatus({ user, slug }: { user: User; slug: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: prompt, error, refetch } = useQuery({ ...promptToEditQuery(api, slug), retry: false })
  const isMine = prompt !== undefined && isOwn(user, prompt)
  const isDraftOrPending = prompt?.status === 'draft' || prompt?.status === 'pending'
  const isOfGroup = prompt?.status === 'shared' || (isDraftOrPending && prompt.audience !== undefined)
  const promptToShow = isOfGroup || (isMine && isDraftOrPending) ? prompt : null
  useShowDraft(slug, promptToShow)
  if (error && !isNotFoundError(error))
    return (
      <div className="wrap pt-6">
        <LoadFailure title={t('The prompt could not be loaded')} error={error} onRetry={() => refetch()} />
      </div>
    )
  if (!prompt || promptToShow || prompt.status === 'published') return null
  return (
    <div className="wrap pt-6">
      <section
        className="rounded-2 border border-hair border-l-4 border-l-bad bg-raised p-5 sm:px-6"
        aria-label={t('This prompt')}
      >
        <h2 className="text-h3 [overflow-wrap:anywhere]" dir="auto">
          {prompt.title}
        </h2>
        <p className="mt-2">
          {isMine
            ? t('Only you and the people who run this site can see this prompt.')
            : t('Only its author and the people who run this site can see this.')}{' '}
          {translate(explanations[prompt.status])}
        </p>
        {prompt.removedReason !== null && prompt.status === 'removed' && (
          <p className="mt-2">
            <b>{t('Why it was removed:')} </b>
            <bdi>{prompt.removedReason}</bdi>
          </p>
        )}
        <p className="mt-4 flex flex-wrap gap-2">
          {prompt.status !== 'deleted' && (
            <Link to="/prompt/$slug/edit" params={{ slug }} className="btn">
              {t('Edit')}
            </Link>
          )}
          {isMine && (
            <Link to="/my-prompts" search={{ status: prompt.status }} className="btn">
              {t('My Prompts')}
            </Link>
          )}
        </p>
      </section>
    </div>
  )
}

/**
 * Shows the author of a draft or pending prompt the prompt's page instead of the server's 404 page. Does nothing if
 * `prompt` is null.
 */
function useShowDraft(slug: string, prompt: Prompt | null): void {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (prompt === null) return
    queryClient.setQueryData(promptQuery(api, slug).queryKey, prompt)
    router.invalidate()
  }, [api, prompt, queryClient, router, slug])
}
