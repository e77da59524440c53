import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    letters: LettersTable
  }
}

/** A letter. Recipient, subject and body are there until it is sent or refused. */
export interface LettersTable {
  id: string
  key: string
  recipient: string | null
  subject: string | null
  body: string | null
  /** It goes to the operator's own address, whoever has an account under it. */
  toOperator: Generated<boolean>
  createdAt: Date
  /** Some process is at it until then. */
  sendingUntil: Date | null
  sentAt: Date | null
  refusedAt: Date | null
}
