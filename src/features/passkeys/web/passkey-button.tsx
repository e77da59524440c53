import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { writeStored } from '#features/accounts/web/browser-storage.ts'
import { useCompleteLogin } from '#features/accounts/web/use-complete-login.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'
import { deviceWords, hasPasskeys, signWithPasskey } from './passkey-device.ts'

/** Signs in without a name and a password. Only stands where browser and address can have passkeys. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const enterSite = useCompleteLogin(onSignedIn)
  const [pending, setPending] = useState(false)
  if (!hasPasskeys()) return null
  const signIn = async () => {
    setPending(true)
    writeStored('hasAttemptedLogin', 'true')
    try {
      const credential = await signWithPasskey(await api('POST /api/login/passkey/options'))
      enterSite(await api('POST /api/login/passkey', { body: credential }), 'passkey')
    } catch (error) {
      writeStored('hasAttemptedLogin', null)
      notify({ title: 'Login failed', text: deviceWords(error) ?? (error as Error).message, failed: true })
    }
    setPending(false)
  }
  return (
    <button type="button" className="btn" aria-disabled={pending} onClick={pending ? undefined : signIn}>
      <Icon name="shield" className="icon-sm" />
      {pending ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
    </button>
  )
}
