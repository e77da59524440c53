declare module '#server/platform/tables.ts' {
  interface Tables {
    contactMessages: ContactMessagesTable
  }
}

/** Messages of visitors and members to the operator. An empty `message` marks a request for a new-password link. */
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
