import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EmailRefused, type OutgoingMail } from '#platform/mail.ts'
import { fakeSmtpServer } from '#test/fakes/smtp-server.ts'
import { outboxTransport, smtpTransport } from './nodemailer.ts'

const mail: OutgoingMail = {
  id: '01900000-0000-7000-8000-0000000000aa',
  to: 'anna@example.test',
  subject: 'Grüße',
  text: 'Hello,\n.\nthis is an email.\n',
  writtenAt: new Date('2026-11-20T10:00:00Z'),
}
const from = 'Prompts <hello@prompts.example>'

describe('the SMTP server', () => {
  it('receives the same email with the same id in every attempt', async () => {
    const server = await fakeSmtpServer()
    const send = smtpTransport({ url: server.url, from })
    await send(mail)
    await send(mail)
    await server.close()
    const [first, second] = server.received
    expect(first).toMatchObject({ from: 'hello@prompts.example', to: ['anna@example.test'] })
    for (const line of [
      'Message-ID: <01900000-0000-7000-8000-0000000000aa@prompts.example>',
      'Date: Fri, 20 Nov 2026 10:00:00 +0000',
      'From: Prompts <hello@prompts.example>',
      'To: anna@example.test',
      'Auto-Submitted: auto-generated',
      '\n.\nthis is an email.',
    ])
      expect(first?.text).toContain(line)
    expect(second?.text).toBe(first?.text)
  })

  // The command `.` is the line that ends an email.
  it.each([
    ['the address', 'RCPT TO', '550 no such user anna@example.test'],
    ['the email', '.', '554 spam from anna@example.test'],
  ])('causes an EmailRefused if it rejects %s permanently', async (_, at, words) => {
    const server = await fakeSmtpServer((command) => (command === at ? words : undefined))
    const failing = smtpTransport({ url: server.url, from })(mail)
    await expect(failing).rejects.toBeInstanceOf(EmailRefused)
    await failing.catch((error) => expect(error.message).not.toContain('anna'))
    await server.close()
  })

  it.each([
    ['is busy', 'MAIL FROM', '421 later'],
    ['reports a full mailbox', 'RCPT TO', '452 full'],
    ['requires a sign-in', 'MAIL FROM', '530 sign in first'],
    ['disconnects', 'DATA', 'hang up'],
    ['disconnects after it received the email', '.', 'hang up'],
  ])('causes an error other than EmailRefused if it %s', async (_, at, words) => {
    const server = await fakeSmtpServer((command) => (command === at ? words : undefined))
    const failing = smtpTransport({ url: server.url, from })(mail)
    await expect(failing).rejects.not.toBeInstanceOf(EmailRefused)
    await server.close()
  })

  it('causes an error if its reply never ends, and is then disconnected', async () => {
    const server = await fakeSmtpServer((command) => (command === 'MAIL FROM' ? 'drip' : undefined))
    await expect(smtpTransport({ url: server.url, from, totalMs: 200 })(mail)).rejects.toThrow('SMTP error')
    await expect.poll(() => server.connections()).toBe(0)
    await server.close()
  })

  it('causes an error with a code if it isn’t reachable', async () => {
    await expect(smtpTransport({ url: 'smtp://127.0.0.1:1', from })(mail)).rejects.toThrow('SMTP error ESOCKET at CONN')
  })
})

describe('the outbox', () => {
  it('has each email once, as a file that only the file’s owner can read', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox')
    const send = outboxTransport({ folder, from })
    await send(mail)
    await send(mail)
    const [name, ...others] = await readdir(folder)
    expect(others).toEqual([])
    expect(name).toMatch(/^2026-11-20T10-00-00-000Z-.*\.eml$/)
    const file = join(folder, name ?? '')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(await readFile(file, 'utf8')).toContain('To: anna@example.test\n')
    await rm(join(folder, '..'), { recursive: true })
  })
})
