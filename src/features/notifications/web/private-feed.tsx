import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { usDate } from '#lib/us-date.ts'
import { notify } from '#ui/notice.tsx'
import { SecretValue } from '#ui/secret-value.tsx'

/**
 * Creates and revokes the secret address of the member's private feed, and shows it once. `since` is when it was
 * created. `onChanged` is also called after a failure.
 */
export function PrivateFeed({ since, onChanged }: { since: string | null; onChanged: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [url, setUrl] = useState<string | null>(null)
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (error) {
      notify({ title: 'Not saved', text: (error as Error).message, isFailure: true })
    }
    onChanged()
  }
  const create = () => attempt(async () => setUrl((await api('POST /api/user/notification-feed')).url))
  const revoke = () =>
    attempt(async () => {
      await api('DELETE /api/user/notification-feed')
      setUrl(null)
      notify({ title: 'Feed address revoked' })
    })
  return (
    <div className="grid gap-3">
      <h3 className="font-sans text-body leading-normal tracking-normal">Private feed</h3>
      <p className="text-ink-2">
        Read your notifications in a feed reader, without email.{' '}
        {since && !url && `Your feed has had an address since ${usDate(since)}.`}
      </p>
      {url && <SecretValue label="Your private feed" value={url} onClose={() => setUrl(null)} />}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn" onClick={create}>
          {since ? 'New address' : 'Create a feed address'}
        </button>
        {since && (
          <button type="button" className="btn" onClick={revoke}>
            Revoke
            <span className="sr-only"> the address of your feed</span>
          </button>
        )}
      </div>
    </div>
  )
}
