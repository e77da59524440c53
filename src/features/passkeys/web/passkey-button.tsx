import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { writeStored } from '#features/accounts/web/browser-storage.ts'
import { useCompleteLogin } from '#features/accounts/web/use-complete-login.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'
import { deviceMessage, signWithPasskey, supportsPasskeys } from './passkey-device.ts'

/**
 * The button that signs in with a passkey. Renders nothing if passkeys don't work in this browser or at this address.
 */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const completeLogin = useCompleteLogin(onSignedIn)
  const [pending, setPending] = useState(false)
  if (!supportsPasskeys()) return null
  const signIn = async () => {
    setPending(true)
    // If the page reloads before the server has answered, this flag makes it ask who is signed in.
    writeStored('hasAttemptedLogin', 'true')
    try {
      const credential = await signWithPasskey(await api('POST /api/login/passkey/options'))
      completeLogin(await api('POST /api/login/passkey', { body: credential }), 'passkey')
    } catch (error) {
      writeStored('hasAttemptedLogin', null)
      notify({ title: t('Login failed'), text: deviceMessage(error) ?? (error as Error).message, isFailure: true })
    }
    setPending(false)
  }
  return (
    <button type="button" className="btn" aria-disabled={pending} onClick={pending ? undefined : signIn}>
      <Icon name="shield" className="icon-sm" />
      {pending ? t('Waiting for your passkey...') : t('Sign in with a passkey')}
    </button>
  )
}
