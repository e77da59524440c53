import { useRouteContext } from '@tanstack/react-router'
import { track } from '#client/analytics-events.ts'
import type { ApiError } from '#client/api-error.ts'
import { saveDraft } from './contact-draft.ts'

export type MessageFields = Record<'name' | 'email' | 'subject' | 'message', string>

type Options = {
  /** Waits for the solution of the captcha, which works only once. */
  waitForSolution: () => Promise<string | undefined>
  onSent: (email: string) => void
  /** Receives the error to show above the form, or null when a new attempt begins or if the errors belong to fields. */
  showFailure: (message: string | null) => void
}

/** Returns a function that sends a message to the operator and returns the server's errors by field, if any. */
export function useSendMessage({ waitForSolution, onSent, showFailure }: Options) {
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
