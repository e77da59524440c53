import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { invalidField } from './errors.ts'
import { newId } from './ids.ts'
import type { Jobs } from './jobs.ts'
import type { LettersTable } from './letters.table.ts'

export type Letter = { to: string; subject: string; text: string }

export type Mail = {
  /**
   * Sends a letter once the transaction commits. A letter whose `key` was used before isn't sent again; keys are stored, so
   * they may have ids, but no names. `toOperator`: its address is the operator's own. AppError validation_failed for an
   * address or a subject with line breaks.
   */
  send(tx: Tx, letter: Letter & { key: string; toOperator?: boolean }): Promise<void>
  /** Withdraws unsent letters to this address when its account is deleted, except letters to the operator. */
  forget(tx: Tx, to: string): Promise<void>
}

/** A letter for the transport. `id` and `writtenAt` are the same in every attempt. */
export type OutgoingMail = Letter & { id: string; writtenAt: Date }
/** Delivers a letter, or throws: LetterRefused if it was refused for good, any other error to be retried. */
export type MailTransport = (message: OutgoingMail) => Promise<void>

/** The receiver refused a letter for good. */
export class LetterRefused extends Error {}

/** How long a process may take to send a letter, in s. Then it counts as dead, and another one may try. */
const sendingSeconds = 120
const jobName = 'send-letter'

type Parts = { db: Db; jobs: Jobs; transport: MailTransport; now: () => Date; log: Log }
type Log = { warn(fields: object, message: string): void }

/** Mail as jobs. `transport` delivers. */
export function createMail({ db, jobs, transport, now, log }: Parts): Mail {
  jobs.handle(jobName, (id) => sendLetter(db, transport, String(id), log))
  return {
    async send(tx, { to, subject, text, key, toOperator = false }) {
      refuseBreaks(to, subject)
      const id = newId()
      const row = { id, key, recipient: to, subject, body: text, toOperator, createdAt: now() }
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('letters')
        .values({ ...row, sendingUntil: null, sentAt: null, refusedAt: null })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows) await jobs.add(tx, jobName, id, { key: id })
    },
    async forget(tx, to) {
      await tx.deleteFrom('letters').where('recipient', '=', to).where('toOperator', '=', false).execute()
    },
  }
}

/**
 * Sends a letter. If a process dies after sending and before updating the row, the letter is sent again with the same
 * Message-ID, so that the receiver can recognize it. Nothing else sends one twice.
 */
async function sendLetter(db: Db, transport: MailTransport, id: string, log: Log): Promise<void> {
  const letter = await claimLetter(db, id)
  if (!letter) return refuseWhileSending(db, id)
  const { recipient, subject, body, createdAt } = letter
  try {
    await transport({ id, to: recipient ?? '', subject: subject ?? '', text: body ?? '', writtenAt: createdAt })
  } catch (error) {
    if (!(error instanceof LetterRefused)) {
      await db.updateTable('letters').set({ sendingUntil: null }).where('id', '=', id).execute()
      throw error
    }
    log.warn({ letter: id, error: error.message }, 'a letter was refused for good')
    await closeLetter(db, id, 'refusedAt')
    return
  }
  await closeLetter(db, id, 'sentAt')
}

function claimLetter(db: Db, id: string) {
  return db
    .updateTable('letters')
    .set({ sendingUntil: sql<Date>`now() + make_interval(secs => ${sendingSeconds})` })
    .where('id', '=', id)
    .where('recipient', 'is not', null)
    .where((is) => is.or([is('sendingUntil', 'is', null), is('sendingUntil', '<', sql<Date>`now()`)]))
    .returning(['recipient', 'subject', 'body', 'createdAt'])
    .executeTakeFirst()
}

/** Returns if the letter was sent, refused or withdrawn. Otherwise another process is sending it, and this job is retried. */
async function refuseWhileSending(db: Db, id: string): Promise<void> {
  const letter = await db.selectFrom('letters').select('recipient').where('id', '=', id).executeTakeFirst()
  if (letter?.recipient) throw new Error('Another process is sending this letter.')
}

async function closeLetter(db: Db, id: string, column: 'sentAt' | 'refusedAt'): Promise<void> {
  const empty = { recipient: null, subject: null, body: null, sendingUntil: null } satisfies Partial<LettersTable>
  await db
    .updateTable('letters')
    .set({ ...empty, [column]: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Deletes the letters before a date, sent or not. Returns their number. */
export async function deleteOldLetters(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('letters').where('createdAt', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they would end a header line
const breaks = /[\u0000-\u001f\u007f\u2028\u2029]/

function refuseBreaks(to: string, subject: string): void {
  if (breaks.test(to) || !/^[^\s<>,;:"()[\]\\]+@[^\s<>,;:"()[\]\\]+$/.test(to)) {
    throw invalidField('email', 'Please enter a valid email address')
  }
  if (breaks.test(subject)) throw invalidField('subject', 'The subject must be one line.')
}
