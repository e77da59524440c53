import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'

/** A button that sends another email with a link to confirm the address. */
export function ResendEmail() {
  const { api } = useRouteContext({ from: '__root__' })
  const [isSent, setSent] = useState(false)
  const send = async () => {
    try {
      await api('POST /api/email/verification')
      setSent(true)
      notify({ title: t('Email sent'), text: t('Check your inbox.') })
    } catch (error) {
      notify({ title: t('The email was not sent'), text: (error as Error).message, isFailure: true })
    }
  }
  return (
    <button type="button" className="btn mt-2" aria-disabled={isSent} onClick={isSent ? undefined : send}>
      {isSent ? t('Email sent') : t('Send the email again')}
    </button>
  )
}
