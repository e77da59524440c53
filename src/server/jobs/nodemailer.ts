import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { EmailRefused, type MailTransport, type OutgoingMail } from '#platform/mail.ts'

/** Time-outs in ms. They keep a slow or unreachable server from blocking a job for long. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }
/** How long sending an email may take, in ms. The time-outs above only end a silence, but a server may send slowly. */
const defaultTotalMs = 60_000

/** `totalMs` replaces `defaultTotalMs` in tests. */
type SmtpOptions = { url: string; from: string; totalMs?: number }

/**
 * Sends emails over SMTP. `url`: smtp://user:password@host:587, or smtps:// for TLS from the start. The transport
 * throws EmailRefused if it would be useless to send the email again.
 */
export function smtpTransport({ url, from, totalMs = defaultTotalMs }: SmtpOptions): MailTransport {
  return async (mail) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
    try {
      await transport.sendMail({ ...messageOf(mail, from), signal: AbortSignal.timeout(totalMs) })
    } catch (error) {
      throw withoutServerText(error)
    } finally {
      transport.close()
    }
  }
}

/** Writes each email to a file that mail programs can open, for a site without SMTP. */
export function outboxTransport({ folder, from }: { folder: string; from: string }): MailTransport {
  return async (mail) => {
    const { createTransport } = await import('nodemailer')
    const options = { streamTransport: true, buffer: true, newline: 'unix', disableFileAccess: true } as const
    const { message } = await (createTransport(options) as Transporter).sendMail(messageOf(mail, from))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${mail.writtenAt.toISOString().replace(/[:.]/g, '-')}-${mail.id}.eml`)
    await writeFile(`${file}.part`, message, { mode: 0o600 })
    await rename(`${file}.part`, file)
  }
}

function messageOf({ id, to, subject, text, unsubscribeUrl, writtenAt }: OutgoingMail, from: string) {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    // The address is passed as an object, so that no part of it is parsed as a second recipient.
    to: { name: '', address: to },
    subject,
    text,
    date: writtenAt,
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

type SmtpFailure = { code?: string; command?: string; responseCode?: number }

/**
 * Returns the error for the log without the server's message, which may contain the recipient's address. It is an
 * EmailRefused if the server refused the email for good.
 */
function withoutServerText(error: unknown): Error {
  const { code = 'unknown', command = 'no command', responseCode } = error as SmtpFailure
  const words = `SMTP error ${responseCode ?? code} at ${command}`
  const isFinal = responseCode !== undefined && responseCode >= 500 && /^(RCPT TO|DATA)$/.test(command)
  return isFinal ? new EmailRefused(words) : new Error(words)
}
