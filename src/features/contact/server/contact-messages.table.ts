declare module '#server/platform/tables.ts' {
  interface Tables {
    contactMessages: ContactMessagesTable
  }
}

/** Visitors' messages to the operator. */
export interface ContactMessagesTable {
  id: string
  createdAt: Date
  userId: string | null
  name: string
  email: string
  subject: string
  message: string
  doneAt: Date | null
  doneBy: string | null
}
