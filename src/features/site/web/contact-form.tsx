import { useEffect, useRef, useState } from 'react'
import { useCaptcha } from '#features/captcha/web/use-captcha.tsx'
import { contactMax, findMessageErrors } from '#features/contact/rules.ts'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/form-controls.tsx'
import { FailureNote } from '#ui/note.tsx'
import { useCheckedForm } from '#ui/use-checked-form.ts'
import { readDraft, saveDraft } from './contact-draft.ts'
import { useSendMessage } from './use-send-message.ts'

const fields = ['name', 'email', 'subject', 'message'] as const

/** The form for a message to the operator. Drafts survive a reload. After sending, a confirmation replaces the form. */
export function ContactForm() {
  const [senderEmail, setSenderEmail] = useState<string | null>(null)
  return (
    <div className="mt-5">
      <div role="status">
        {senderEmail !== null && (
          <>
            <p className="font-semibold">Your message is on its way.</p>
            <p>The operator of this site can reply to {senderEmail}.</p>
            <button type="button" className="btn mt-3" onClick={() => setSenderEmail(null)}>
              Write another message
            </button>
          </>
        )}
      </div>
      {senderEmail === null && <MessageForm onSent={setSenderEmail} />}
      <p className="hidden noscript:block">The form needs JavaScript.</p>
    </div>
  )
}

/** Reads the subject that a link may set. Only the browser reads it: the page's HTML is the same for everybody. */
function readSubjectFromAddress(): Record<string, string> {
  const subject = new URLSearchParams(location.search).get('subject')
  return subject ? { subject: subject.slice(0, contactMax.subject) } : {}
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
      {failure && <FailureNote title="The message was not sent">{failure}</FailureNote>}
      <Field
        label="Name"
        name="name"
        error={errors.name}
        help="Optional."
        autoComplete="name"
        maxLength={contactMax.name}
      />
      <Field label="Email" name="email" type="email" error={errors.email} help="For the reply." autoComplete="email" />
      <Field label="Subject" name="subject" error={errors.subject} help="Optional." maxLength={contactMax.subject} />
      <TextArea label="Message" name="message" error={errors.message} rows={7} maxLength={contactMax.message} />
      {captcha.field}
      <button type="submit" className="btn btn-primary btn-big justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Sending...' : 'Send'}
      </button>
    </form>
  )
}
