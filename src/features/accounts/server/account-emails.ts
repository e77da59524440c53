import { resetLinkMs, verifyLinkMs } from '../rules.ts'

type Site = { siteName: string; origin: () => string }
type EmailText = { subject: string; text: string }

const minutes = (ms: number) => `${ms / 60_000} minutes`
const hours = (ms: number) => `${ms / 3_600_000} hours`

/** Returns the URL of the page where the person with this token chooses a new password. */
export function resetLink(origin: string, token: string): string {
  return `${origin}/auth/reset?token=${token}`
}

/** Returns the email that "Forgot password?" sends. */
export function resetEmail({ siteName, origin }: Site, username: string, token: string): EmailText {
  return {
    subject: `Choose a new password for ${siteName}`,
    text: `Hello ${username},

Somebody requested a new password for your account at ${siteName}. If it was you, open this link within ${minutes(resetLinkMs)}:

${resetLink(origin(), token)}

It works once and signs you out everywhere. If it wasn’t you, do nothing: your password stays the same.
`,
  }
}

/** Returns the email that asks the owner of an address to confirm it. */
export function verificationEmail({ siteName, origin }: Site, username: string, token: string): EmailText {
  return {
    subject: `Confirm your email address for ${siteName}`,
    text: `Hello ${username},

Somebody created an account at ${siteName} with this email address. If it was you, open this link within ${hours(verifyLinkMs)}, in a browser where you are signed in:

${origin()}/auth/verify?token=${token}

If you didn’t create this account, do nothing. To take it over, choose a new password: ${origin()}/auth/forgot
`,
  }
}

const removedIntro = 'We also removed'

/** Returns the email that reports a changed password, so the owner notices if somebody else changed the password. */
export function passwordChangedEmail(
  { siteName, origin }: Site,
  username: string,
  removedMethods: string[],
): EmailText {
  const removedLine = removedMethods.length > 0 ? `\n${removedIntro}: ${removedMethods.join(', ')}.\n` : ''
  return {
    subject: `Your password for ${siteName} was changed`,
    text: `Hello ${username},

The password for your account at ${siteName} was changed just now. Other devices are signed out.
${removedLine}
If it wasn’t you, choose a new one now: ${origin()}/auth/forgot
`,
  }
}
