import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import type { Person } from '#features/moderation/people-contract.ts'
import { appCountQuery } from '#features/oauth/web/app-queries.ts'
import { TokenList } from '#features/tokens/web/token-list.tsx'
import { userTokensQuery } from '#features/tokens/web/token-queries.ts'
import { t } from '#lib/texts.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { useAdminRequest } from '../use-admin-request.ts'

/** Lists a user's API tokens, each with a button that revokes it, and says how many apps act for the user. */
export function TokensDialog({ person: { id: userId, username }, onClose }: { person: Person; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const request = useAdminRequest()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { data: tokens, error, refetch } = useQuery(userTokensQuery(api, userId))
  const { data: apps } = useQuery(appCountQuery(api, userId))
  useEffect(() => dialog.current?.showModal(), [])
  const revoke = async ({ id, name }: { id: string; name: string }) => {
    const refusal = await request(
      (api) => api('DELETE /api/admin/users/{userId}/tokens/{id}', { params: { userId, id } }),
      t('The token was not revoked'),
    )
    if (!refusal) notify({ title: t('Token revoked'), text: name })
    await queryClient.invalidateQueries({ queryKey: userTokensQuery(api, userId).queryKey })
  }
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId} className="mb-4 text-h3 [overflow-wrap:anywhere]">
        {t('API tokens of {username}', { username })}
      </h2>
      {error && !tokens && <LoadFailure error={error} onRetry={() => refetch()} />}
      {tokens?.length === 0 && <p>{t('None.')}</p>}
      {tokens && tokens.length > 0 && <TokenList tokens={tokens} onRevoke={revoke} />}
      {apps && (
        <p className="mt-4">
          {t('Connected apps: {count}. A ban or a new password disconnects them.', { count: apps.count })}
        </p>
      )}
      <div className="mt-5 flex justify-end">
        <button type="button" className="btn" onClick={() => dialog.current?.close()}>
          {t('Close')}
        </button>
      </div>
    </dialog>
  )
}
