import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { notify } from '#ui/notice.tsx'

/** A button that sends another email with a link to confirm the address. */
export function ResendEmail() {
  const { api } = useRouteContext({ from: '__root__' })
  const [isSent, setSent] = useState(false)
  const send = async () => {
    try {
      await api('POST /api/email/verification')
      setSent(true)
      notify({ title: 'Email sent', text: 'Check your inbox.' })
    } catch (error) {
      notify({ title: 'The email was not sent', text: (error as Error).message, isFailure: true })
    }
  }
  return (
    <button type="button" className="btn mt-2" aria-disabled={isSent} onClick={isSent ? undefined : send}>
      {isSent ? 'Email sent' : 'Send the email again'}
    </button>
  )
}
