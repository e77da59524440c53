import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    letters: LettersTable
  }
}

/** An email. Recipient, subject, body and unsubscribe address are deleted when it is sent or refused. */
export interface LettersTable {
  id: string
  key: string
  recipient: string | null
  subject: string | null
  body: string | null
  unsubscribeUrl: string | null
  /**
   * The email goes to the operator's address, so it isn't withdrawn when an account with the same address is deleted.
   */
  toOperator: Generated<boolean>
  createdAt: Date
  /** Until this time, a process is sending it. */
  sendingUntil: Date | null
  sentAt: Date | null
  refusedAt: Date | null
}
