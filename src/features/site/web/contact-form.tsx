import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { track } from '#client/analytics-events.ts'
import type { ApiError } from '#client/api-error.ts'
import { useCaptcha } from '#features/captcha/web/use-captcha.tsx'
import { contactMax, findMessageErrors } from '#features/contact/rules.ts'
import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import { Field } from '#ui/forms/field.tsx'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { FailureNote } from '#ui/note.tsx'

const storageKey = 'contact-draft'

const fields = ['name', 'email', 'subject', 'message'] as const

/** The form for a message to the operator. Drafts survive a reload. After sending, a confirmation replaces the form. */
export function ContactForm() {
  const [senderEmail, setSenderEmail] = useState<string | null>(null)
  return (
    <div className="mt-5">
      <div role="status">
        {senderEmail !== null && (
          <>
            <p className="font-semibold">{t('Your message is on its way.')}</p>
            <p>{t('The operator of this site can reply to {senderEmail}.', { senderEmail })}</p>
            <button type="button" className="btn mt-3" onClick={() => setSenderEmail(null)}>
              {t('Write another message')}
            </button>
          </>
        )}
      </div>
      {senderEmail === null && <MessageForm onSent={setSenderEmail} />}
      <p className="hidden noscript:block">{t('The form needs JavaScript.')}</p>
    </div>
  )
}

/** Reads the subject that a link may set. Only the browser reads it: the page's HTML is the same for everybody. */
function readSubjectFromAddress(): Record<string, string> {
  const subject = new URLSearchParams(location.search).get('subject')
  return subject ? { subject: cutText(subject, contactMax.subject) } : {}
}

function MessageForm({ onSent }: { onSent: (email: string) => void }) {
  const formRef = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const captcha = useCaptcha('contact')
  const showFailure = (message: string | null) => {
    setFailure(message)
    if (message) captcha.renew()
  }
  const send = useSendMessage({ waitForSolution: captcha.waitForSolution, onSent, showFailure })
  const { errors, isSending, form } = useCheckedForm({ fields, check: findMessageErrors, send })
  useEffect(() => {
    for (const [name, text] of Object.entries({ ...readSubjectFromAddress(), ...readDraft() })) {
      const field = formRef.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = text
    }
  }, [])
  const onInput: typeof form.onInput = (event) => {
    saveDraft(event.currentTarget)
    form.onInput(event)
  }
  return (
    <form {...form} ref={formRef} onInput={onInput} className="form js-only">
      {failure && <FailureNote title={t('The message was not sent')}>{failure}</FailureNote>}
      <Field
        label={t('Name')}
        name="name"
        error={errors.name}
        help={t('Optional.')}
        autoComplete="name"
        maxLength={contactMax.name}
      />
      <Field
        label={t('Email')}
        name="email"
        type="email"
        error={errors.email}
        help={t('For the reply.')}
        autoComplete="email"
      />
      <Field
        label={t('Subject')}
        name="subject"
        error={errors.subject}
        help={t('Optional.')}
        maxLength={contactMax.subject}
      />
      <TextArea label={t('Message')} name="message" error={errors.message} rows={7} maxLength={contactMax.message} />
      {captcha.field}
      <button type="submit" className="btn btn-primary btn-big justify-self-start" aria-disabled={isSending}>
        {isSending ? t('Sending...') : t('Send')}
      </button>
    </form>
  )
}

type MessageFields = Record<'name' | 'email' | 'subject' | 'message', string>

type Options = {
  /** Waits for the solution of the captcha, which works only once. */
  waitForSolution: () => Promise<string | undefined>
  onSent: (email: string) => void
  /** Receives the error to show above the form, or null when a new attempt begins or if the errors belong to fields. */
  showFailure: (message: string | null) => void
}

/** Returns a function that sends a message to the operator and returns the server's errors by field, if any. */
function useSendMessage({ waitForSolution, onSent, showFailure }: Options) {
  const { api } = useRouteContext({ from: '__root__' })
  return async (message: MessageFields) => {
    showFailure(null)
    try {
      await api('POST /api/contact', { body: { ...message, captcha: await waitForSolution() } })
    } catch (error) {
      const { message: text, fields } = error as ApiError
      showFailure(fields ? null : text)
      return fields
    }
    saveDraft(null)
    track('contact')
    onSent(message.email.trim())
    return undefined
  }
}

/**
 * Returns this tab's draft of the contact form, by field. Empty fields are left out, so that they don't replace a
 * subject that a link sets.
 */
function readDraft(): Record<string, string> {
  try {
    const draft: Record<string, string> = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
    return Object.fromEntries(Object.entries(draft).filter(([, text]) => text !== ''))
  } catch {
    return {}
  }
}

/** Saves the form's values in this tab. With null, deletes the saved values. */
function saveDraft(form: HTMLFormElement | null): void {
  try {
    if (form) sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(new FormData(form))))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Storage is full or blocked. The form works without it.
  }
}
