declare module '#platform/database/tables.ts' {
  interface Tables {
    contactMessages: ContactMessagesTable
  }
}

/**
 * Messages from visitors and members to the operator. An empty `message` marks a request for a link to choose a new
 * password.
 */
export interface ContactMessagesTable {
  id: string
  createdAt: Date
  /** The user who was signed in when sending the message, or who asked for the link. */
  userId: string | null
  name: string
  email: string
  subject: string
  message: string
  /** When the message was marked as done. Null while it is open. */
  doneAt: Date | null
  /** The id of the user who marked it. */
  doneBy: string | null
}
