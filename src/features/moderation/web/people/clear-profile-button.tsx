import { useState } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { useAdminRequest } from '../use-admin-request.ts'

/** The button with which moderators and admins remove a member's bio and link. Nobody else sees it. */
export function ClearProfileButton({ username }: { username: string }) {
  const { user } = useSession()
  const request = useAdminRequest()
  const [pending, setPending] = useState(false)
  if (user?.role !== 'moderator' && user?.role !== 'admin') return null
  const clear = async () => {
    setPending(true)
    const send = (api: Parameters<Parameters<typeof request>[0]>[0]) =>
      api('DELETE /api/admin/profiles/{username}', { params: { username } })
    const refusal = await request(send, t('The bio and link were not removed'))
    setPending(false)
    if (!refusal) notify({ title: t('Bio and link removed') })
  }
  return (
    <button type="button" className="btn btn-bare" onClick={clear} aria-disabled={pending}>
      {t('Remove bio and link')}
    </button>
  )
}
