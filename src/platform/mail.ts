import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Db, Tx } from './database/db.ts'
import { invalidField } from './errors.ts'
import { newId } from './ids.ts'
import type { LettersTable } from './letters.table.ts'
import type { Log } from './log-fields.ts'
import type { Jobs } from './work/jobs.ts'

/** An email. `unsubscribeUrl`: where mail programs send a POST request to unsubscribe (RFC 8058). */
export type Email = { to: string; subject: string; text: string; unsubscribeUrl?: string }

export type Mail = {
  /**
   * Sends an email once the transaction commits. An email whose `key` was used before isn't sent again; keys are
   * stored, so they may contain ids, but no names. `toOperator`: never withdrawn, since it goes to the operator's
   * address. Throws AppError validation_failed for an invalid address or a subject with line breaks.
   */
  send(tx: Tx, email: Email & { key: string; toOperator?: boolean }): Promise<void>
  /**
   * Withdraws the unsent emails to the address of an account that is being deleted, except those sent with
   * `toOperator`.
   */
  withdraw(tx: Tx, to: string): Promise<void>
}

/** An email as the transport receives it. `id` and `writtenAt` are the same in every attempt. */
export type OutgoingMail = Email & { id: string; writtenAt: Date }
/**
 * Delivers an email. Throws EmailRefused if it was refused for good, and any other error if it should be tried again.
 */
export type MailTransport = (message: OutgoingMail) => Promise<void>

/** Thrown if the receiver has refused an email for good. */
export class EmailRefused extends Error {}

/** How long a process may take to send an email, in seconds. After that, another process may send it. */
const sendingSeconds = 120
const jobName = 'send-letter'

type Parts = { db: Db; jobs: Jobs; transport: MailTransport; now: () => Date; log: Pick<Log, 'warn'> }

/** Creates the service that sends emails. A job sends each email. */
export function createMail({ db, jobs, transport, now, log }: Parts): Mail {
  jobs.handle(jobName, (id) => sendEmail(db, transport, String(id), log))
  return {
    async send(tx, { to, subject, text, unsubscribeUrl = null, key, toOperator = false }) {
      refuseBadHeaders(to, subject)
      const id = newId()
      const row = { id, key, recipient: to, subject, body: text, unsubscribeUrl, toOperator, createdAt: now() }
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('letters')
        .values({ ...row, sendingUntil: null, sentAt: null, refusedAt: null })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows) await jobs.add(tx, jobName, id, { key: id })
    },
    async withdraw(tx, to) {
      await tx.deleteFrom('letters').where('recipient', '=', to).where('toOperator', '=', false).execute()
    },
  }
}

/**
 * Sends an email. It is sent again if the process dies before it has updated the row, or if the mail server's reply is
 * lost. The repeated email has the same Message-ID, by which the receiver can recognize it.
 */
async function sendEmail(db: Db, transport: MailTransport, id: string, log: Parts['log']): Promise<void> {
  const claimed = await claimEmail(db, id)
  if (!claimed) return throwIfStillSending(db, id)
  const { recipient, subject, body, unsubscribeUrl, createdAt } = claimed
  try {
    const email = { id, to: recipient ?? '', subject: subject ?? '', text: body ?? '', writtenAt: createdAt }
    await transport({ ...email, ...(unsubscribeUrl !== null && { unsubscribeUrl }) })
  } catch (error) {
    if (!(error instanceof EmailRefused)) {
      await db.updateTable('letters').set({ sendingUntil: null }).where('id', '=', id).execute()
      throw error
    }
    log.warn({ emailId: id, error: error.message }, 'an email was refused for good')
    await closeEmail(db, id, 'refusedAt')
    return
  }
  await closeEmail(db, id, 'sentAt')
}

function claimEmail(db: Db, id: string) {
  return db
    .updateTable('letters')
    .set({ sendingUntil: sql<Date>`now() + make_interval(secs => ${sendingSeconds})` })
    .where('id', '=', id)
    .where('recipient', 'is not', null)
    .where((eb) => eb.or([eb('sendingUntil', 'is', null), eb('sendingUntil', '<', sql<Date>`now()`)]))
    .returning(['recipient', 'subject', 'body', 'unsubscribeUrl', 'createdAt'])
    .executeTakeFirst()
}

/**
 * Throws if another process is sending the email, so that the job is retried. Returns if the email was sent, refused
 * or withdrawn.
 */
async function throwIfStillSending(db: Db, id: string): Promise<void> {
  const email = await db.selectFrom('letters').select('recipient').where('id', '=', id).executeTakeFirst()
  if (email?.recipient) throw new Error('Another process is sending this email.')
}

/** Records that an email was sent or refused, and deletes its recipient and its text. */
async function closeEmail(db: Db, id: string, column: 'sentAt' | 'refusedAt'): Promise<void> {
  const cleared = { recipient: null, subject: null, body: null, unsubscribeUrl: null } satisfies Partial<LettersTable>
  await db
    .updateTable('letters')
    .set({ ...cleared, sendingUntil: null, [column]: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not be in a header
const forbiddenInHeaders = /[\u0000-\u001f\u007f\u2028\u2029]/

function refuseBadHeaders(to: string, subject: string): void {
  if (forbiddenInHeaders.test(to) || !/^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/.test(to)) {
    throw invalidField('email', t('Please enter a valid email address'))
  }
  if (forbiddenInHeaders.test(subject)) throw invalidField('subject', t('The subject must be one line.'))
}

/** Joins paragraphs to the text of an email. Leaves out those that are null. */
export function emailText(...paragraphs: (string | null)[]): string {
  return `${paragraphs.filter((paragraph) => paragraph !== null).join('\n\n')}\n`
}
