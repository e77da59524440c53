import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { invalidField } from './errors.ts'
import { newId } from './ids.ts'
import type { Jobs } from './jobs.ts'
import type { LettersTable } from './letters.table.ts'

export type Letter = { to: string; subject: string; text: string }

export type Mail = {
  /**
   * Sends a letter once the transaction is committed. A letter whose `key` was used before isn't sent again; keys are
   * kept, so they hold ids and no names. `toOperator`: its address is the operator's own. AppError validation_failed for an address or a subject that would break out
   * of its line.
   */
  send(tx: Tx, letter: Letter & { key: string; toOperator?: boolean }): Promise<void>
  /** Takes back what still waits for this address, when its account goes; not what goes to the operator. */
  forget(tx: Tx, to: string): Promise<void>
}

/** What is handed to the post: `id` and `writtenAt` are the same in every attempt. */
export type Posting = Letter & { id: string; writtenAt: Date }
/** Delivers, or throws: LetterRefused when it never will, anything else to be tried again. */
export type Post = (posting: Posting) => Promise<void>

/** The receiving side said no for good. */
export class LetterRefused extends Error {}

/** So long one process has to hand a letter over, in s; then it counts as dead, and another may try. */
const sendingSeconds = 120
const jobName = 'send-letter'

type Parts = { db: Db; jobs: Jobs; post: Post; now: () => Date; log: Log }
type Log = { warn(fields: object, message: string): void }

/** Mail as jobs. `post` delivers. */
export function createMail({ db, jobs, post, now, log }: Parts): Mail {
  jobs.handle(jobName, (id) => sendLetter(db, post, String(id), log))
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
 * A process that dies after the post took the letter and before the row says so leaves a letter that is sent again, with
 * the same Message-ID, by which the receiver can tell. Nothing else sends one twice.
 */
async function sendLetter(db: Db, post: Post, id: string, log: Log): Promise<void> {
  const letter = await claimLetter(db, id)
  if (!letter) return refuseWhileSending(db, id)
  const { recipient, subject, body, createdAt } = letter
  try {
    await post({ id, to: recipient ?? '', subject: subject ?? '', text: body ?? '', writtenAt: createdAt })
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

/** Sent, refused or taken back: done. Else another process is at it, and has to be looked after again. */
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

/** Letters from before `before`, sent or not. Answers how many went. */
export async function deleteOldLetters(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('letters').where('createdAt', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what would end a header's line
const breaks = /[\u0000-\u001f\u007f\u2028\u2029]/

function refuseBreaks(to: string, subject: string): void {
  if (breaks.test(to) || !/^[^\s<>,;:"()[\]\\]+@[^\s<>,;:"()[\]\\]+$/.test(to)) {
    throw invalidField('email', 'Please enter a valid email address')
  }
  if (breaks.test(subject)) throw invalidField('subject', 'The subject must be one line.')
}
