import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { LetterRefused, type Post, type Posting } from '#server/platform/mail.ts'

/** A server that is slow or gone must not keep a job for long, in ms. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

/** Hands letters to an SMTP server: smtp://user:password@host:587, or smtps:// for TLS from the start. */
export function smtpPost({ url, from }: { url: string; from: string }): Post {
  return async (posting) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ url, ...patience, disableFileAccess: true, disableUrlAccess: true })
    try {
      await transport.sendMail(messageOf(posting, from))
    } catch (error) {
      throw told(error)
    } finally {
      transport.close()
    }
  }
}

/** Writes letters into a folder, each as a file that mail programs open: for sites without SMTP. */
export function outboxPost({ folder, from }: { folder: string; from: string }): Post {
  return async (posting) => {
    const { createTransport } = await import('nodemailer')
    const options = { streamTransport: true, buffer: true, newline: 'unix', disableFileAccess: true } as const
    const { message } = await (createTransport(options) as Transporter).sendMail(messageOf(posting, from))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${posting.writtenAt.toISOString().replace(/[:.]/g, '-')}-${posting.id}.eml`)
    await writeFile(`${file}.part`, message, { mode: 0o600 })
    await rename(`${file}.part`, file)
  }
}

function messageOf({ id, to, subject, text, writtenAt }: Posting, from: string) {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    // An object, so that nothing in it is read as a second recipient.
    to: { name: '', address: to },
    subject,
    text,
    date: writtenAt,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

type SmtpFailure = { code?: string; command?: string; responseCode?: number }

/** The failure without the server's words, which may repeat the address; the log gets this. */
function told(error: unknown): Error {
  const { code = 'unknown', command = 'no command', responseCode } = error as SmtpFailure
  const words = `The SMTP server: ${responseCode ?? code} at ${command}`
  const isFinal = responseCode !== undefined && responseCode >= 500 && /^(RCPT TO|DATA)$/.test(command)
  return isFinal ? new LetterRefused(words) : new Error(words)
}
