import type { Generated } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    letters: LettersTable
  }
}

/** An email. Its recipient, subject, body and unsubscribe address are deleted when it is sent or refused. */
export interface LettersTable {
  id: string
  /** Names what the email is about. An email with the same key isn't sent again. */
  key: string
  recipient: string | null
  subject: string | null
  body: string | null
  unsubscribeUrl: string | null
  /**
   * Whether the email goes to the operator's address. If so, it is sent even if an account with the same address is
   * deleted.
   */
  toOperator: Generated<boolean>
  createdAt: Date
  /** Until this time, only the process that is sending the email may send it. Null if no process is sending it. */
  sendingUntil: Date | null
  sentAt: Date | null
  refusedAt: Date | null
}
