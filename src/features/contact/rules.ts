/** The maximum lengths of the fields, in characters. */
export const contactMax = { name: 100, email: 254, subject: 150, message: 5000 }

/** The minimum length of a message, in characters. */
export const messageMin = 10

/** How long messages are stored, in days. */
export const contactRetentionDays = 365

export const contactErrors = {
  email: 'Please enter a valid email address',
  message: `Write at least ${messageMin} characters`,
}

const address = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\.]+(\.[^\s<>@,;:"()[\]\\.]+)+$/

/** Tells whether this looks like an email address that can be answered. */
export function isAddress(text: string): boolean {
  return text.length <= contactMax.email && address.test(text)
}

/** Finds the errors of a message before it is sent. The server decides. */
export function findMessageErrors({
  email,
  message,
}: Record<'email' | 'message', string>): Partial<typeof contactErrors> {
  return {
    ...(!isAddress(email.trim()) && { email: contactErrors.email }),
    ...(message.trim().length < messageMin && { message: contactErrors.message }),
  }
}
