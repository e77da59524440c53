import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { AccountName } from '#features/accounts/web/account-name.tsx'
import { type Provider, providerNames } from '#features/connections/rules.ts'
import { PasswordField } from '#ui/field.tsx'
import { notify } from '#ui/notice.tsx'
import { useCheckedForm } from '#ui/use-checked-form.ts'
import type { ApiError } from '#web/api-error.ts'

const fields = ['password'] as const

type Props = {
  provider: Provider
  /** Whether the provider is connected now and should be disconnected. */
  connected: boolean
  username: string
  onDone: () => void
  onClose: () => void
}

/** Asks for the password, then goes to the other site to connect an account, or disconnects it. */
export function ConnectionDialog({ provider, connected, username, onDone, onClose }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const providerName = providerNames[provider]
  const submitChange = async (body: { password: string }) => {
    if (!connected) {
      const { url } = await api('POST /api/connections/{provider}', { params: { provider }, body })
      location.assign(url)
      return
    }
    await api('DELETE /api/user/connections/{provider}', { params: { provider }, body })
    dialog.current?.close()
    notify({ title: `${providerName} disconnected`, text: 'It no longer signs you in here.' })
    onDone()
  }
  const send = async (values: { password: string }) => {
    try {
      await submitChange(values)
    } catch (error) {
      const { code, message } = error as ApiError
      if (code === 'forbidden') return { password: message }
      notify({ title: `${providerName} was not changed`, text: message, failed: true })
    }
    return undefined
  }
  const check = ({ password }: { password: string }) => (password === '' ? { password: 'Enter your password' } : {})
  const { errors, pending, form } = useCheckedForm({ fields, check, send })
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={title} onClose={onClose}>
      <h2 id={title} className="mb-2 text-h3">
        {connected ? `Disconnect ${providerName}?` : `Connect ${providerName}`}
      </h2>
      <p className="mb-5 text-ink-2">
        {connected
          ? `Your account at ${providerName} no longer signs you in here.`
          : `${providerName} will ask you next. After that, anyone with that account can sign in here.`}
      </p>
      <form {...form} className="form">
        <AccountName username={username} />
        <PasswordField label="Password" name="password" error={errors.password} autoComplete="current-password" />
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="btn" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className={connected ? 'btn btn-bad' : 'btn btn-key'} aria-disabled={pending}>
            {connected ? 'Disconnect' : `Go to ${providerName}`}
          </button>
        </div>
      </form>
    </dialog>
  )
}
