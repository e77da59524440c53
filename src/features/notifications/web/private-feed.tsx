import { useRouteContext } from '@tanstack/react-router'
import { t } from '#lib/texts.ts'
import { SecretAddress } from '#ui/forms/secret-address.tsx'

/**
 * Creates and revokes the secret address of the member's private feed. `since` is when it was created. `onChanged` is
 * also called after a failure.
 */
export function PrivateFeed({ since, onChanged }: { since: string | null; onChanged: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  return (
    <div className="grid gap-3">
      <h3 className="font-sans text-body leading-normal tracking-normal">{t('Private feed')}</h3>
      <SecretAddress
        label={t('Your private feed')}
        of={t('your feed')}
        createLabel={t('Create a feed address')}
        since={since}
        create={async () => (await api('POST /api/user/notification-feed')).url}
        revoke={() => api('DELETE /api/user/notification-feed')}
        onChanged={onChanged}
      >
        {t('Read your notifications in a feed reader, without email.')}
      </SecretAddress>
    </div>
  )
}
