import { t } from '#lib/texts.ts'
/** The maximum lengths of the fields, in characters. */
export const contactMax = { name: 100, email: 254, subject: 150, message: 5000 }

/** The minimum length of a message, in characters. */
export const messageMin = 10

/** How many days messages are stored. */
export const contactRetentionDays = 365

/** The error messages of form fields. */
export const contactErrors = {
  get email() {
    return t('Please enter a valid email address')
  },
  get message() {
    return t('Write at least {messageMin} characters', { messageMin })
  },
}

const emailPattern = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\.]+(\.[^\s<>@,;:"()[\]\\.]+)+$/

/** Tells whether `text` looks like a single email address that the operator can write to. */
export function isEmailAddress(text: string): boolean {
  return text.length <= contactMax.email && emailPattern.test(text)
}

/** Checks a message in the browser before it is sent, and returns the errors by field. The server checks it again. */
export function findMessageErrors({
  email,
  message,
}: Record<'email' | 'message', string>): Partial<typeof contactErrors> {
  return {
    ...(!isEmailAddress(email.trim()) && { email: contactErrors.email }),
    ...(message.trim().length < messageMin && { message: contactErrors.message }),
  }
}
