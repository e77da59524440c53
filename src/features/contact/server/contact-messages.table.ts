declare module '#server/platform/tables.ts' {
  interface Tables {
    contact_messages: ContactMessagesTable
  }
}

/** Visitors' messages to the operator. */
export interface ContactMessagesTable {
  id: string
  created_at: Date
  user_id: string | null
  name: string
  email: string
  subject: string
  message: string
  done_at: Date | null
  done_by: string | null
}
