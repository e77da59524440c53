/** Limits of what can be written to the operator, in characters. */
export const contactMax = { name: 100, email: 254, subject: 150, message: 5000 }

/** A message says at least so much, in characters. */
export const messageMin = 10

/** Messages are kept so long, in days. */
export const contactKeptDays = 365

export const contactErrors = {
  email: 'Please enter a valid email address',
  message: `Write at least ${messageMin} characters`,
}

const address = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\.]+(\.[^\s<>@,;:"()[\]\\.]+)+$/

/** Whether this looks like an e-mail address that an answer can be sent to. */
export function isAddress(text: string): boolean {
  return text.length <= contactMax.email && address.test(text)
}

/** What is wrong with a message, before it is sent: a sentence for each field. The server has the last word. */
export function checkMessage({ email, message }: Record<'email' | 'message', string>): Partial<typeof contactErrors> {
  return {
    ...(!isAddress(email.trim()) && { email: contactErrors.email }),
    ...(message.trim().length < messageMin && { message: contactErrors.message }),
  }
}
