import { resetLinkMs, verifyLinkMs } from '../rules.ts'

type Site = { siteName: string; origin: () => string }
type Text = { subject: string; text: string }

const minutes = (ms: number) => `${ms / 60_000} minutes`
const hours = (ms: number) => `${ms / 3_600_000} hours`

/** The address behind which a token chooses a new password. */
export function resetLink(origin: string, token: string): string {
  return `${origin}/auth/reset?token=${token}`
}

/** The letter behind "Forgot password?". */
export function resetLetter({ siteName, origin }: Site, username: string, token: string): Text {
  return {
    subject: `Choose a new password for ${siteName}`,
    text: `Hello ${username},

somebody asked for a new password for your account at ${siteName}. If it was you, open this link within ${minutes(resetLinkMs)}:

${resetLink(origin(), token)}

It works once, and signs you out everywhere. If it was not you, do nothing: your password stays as it is.
`,
  }
}

/** The letter that asks whether an address is really the account's own. */
export function verifyLetter({ siteName, origin }: Site, username: string, token: string): Text {
  return {
    subject: `Confirm your email address for ${siteName}`,
    text: `Hello ${username},

somebody created an account at ${siteName} with this email address. If it was you, open this link within ${hours(verifyLinkMs)}, in a browser where you are signed in:

${origin()}/auth/verify?token=${token}

If you did not create this account, do nothing. To make it yours, choose a new password: ${origin()}/auth/forgot
`,
  }
}

const removedWords = 'We removed what was added to your account before its email address was confirmed'

/** The letter that tells of a changed password, so that its owner hears of it when it was somebody else. */
export function passwordChangedLetter({ siteName, origin }: Site, username: string, ended: string[]): Text {
  const removed = ended.length > 0 ? `\n${removedWords}: ${ended.join(', ')}.\n` : ''
  return {
    subject: `Your password for ${siteName} was changed`,
    text: `Hello ${username},

the password of your account at ${siteName} was changed just now. Other devices are signed out.
${removed}
If it was not you, choose a new one at once: ${origin()}/auth/forgot
`,
  }
}
