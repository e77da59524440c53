import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    letters: LettersTable
  }
}

/** An email. Recipient, subject, body and the address to unsubscribe are deleted once it is sent or refused. */
export interface LettersTable {
  id: string
  key: string
  recipient: string | null
  subject: string | null
  body: string | null
  unsubscribeUrl: string | null
  /** For the operator's own address, even if an account has it too. */
  toOperator: Generated<boolean>
  createdAt: Date
  /** A process is sending it until then. */
  sendingUntil: Date | null
  sentAt: Date | null
  refusedAt: Date | null
}
