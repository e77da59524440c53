import { formatList } from '#lib/format-list.ts'
import { t } from '#lib/texts.ts'
import { emailText } from '#platform/mail.ts'
import { resetLinkMs, verifyLinkMs } from '../rules.ts'

type Site = { siteName: string; origin: () => string }
type EmailText = { subject: string; text: string }

/** Returns the URL of the page where the person with this token chooses a new password. */
export function resetLink(origin: string, token: string): string {
  return `${origin}/auth/reset?token=${token}`
}

/** Returns the email that "Forgot password?" sends. */
export function resetEmail({ siteName, origin }: Site, username: string, token: string): EmailText {
  return {
    subject: t('Choose a new password for {siteName}', { siteName }),
    text: t(
      `Hello {username},

Somebody requested a new password for your account at {siteName}. If it was you, open this link within {minutes} minutes:

{link}

It works once and signs you out everywhere. If it wasn’t you, do nothing: your password stays the same.
`,
      { username, siteName, minutes: resetLinkMs / 60_000, link: resetLink(origin(), token) },
    ),
  }
}

/** Returns the email that asks the owner of an address to confirm it. */
export function verificationEmail({ siteName, origin }: Site, username: string, token: string): EmailText {
  return {
    subject: t('Confirm your email address for {siteName}', { siteName }),
    text: t(
      `Hello {username},

Somebody created an account at {siteName} with this email address. If it was you, open this link within {hours} hours, in a browser where you are signed in:

{link}

If you didn’t create this account, do nothing. To take it over, choose a new password: {forgotLink}
`,
      {
        username,
        siteName,
        hours: verifyLinkMs / 3_600_000,
        link: `${origin()}/auth/verify?token=${token}`,
        forgotLink: `${origin()}/auth/forgot`,
      },
    ),
  }
}

/** Returns the email that reports a changed password, so the owner notices if somebody else changed the password. */
export function passwordChangedEmail(
  { siteName, origin }: Site,
  username: string,
  removedMethods: string[],
): EmailText {
  return {
    subject: t('Your password for {siteName} was changed', { siteName }),
    text: emailText(
      t('Hello {username},', { username }),
      t('The password for your account at {siteName} was changed just now. Other devices are signed out.', {
        siteName,
      }),
      removedMethods.length > 0 ? t('We also removed: {methods}.', { methods: formatList(removedMethods) }) : null,
      t('If it wasn’t you, choose a new one now: {link}', { link: `${origin()}/auth/forgot` }),
    ),
  }
}
