import { sql } from 'kysely'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { Message } from '../contract.ts'

type MessageRow = {
  id: string
  createdAt: Date
  name: string
  email: string
  subject: string
  message: string
  username: string | null
  doneAt: Date | null
  doneByName: string | null
  position: string
}

const messageSelect = sql`
  select m.id, m.created_at, m.name, m.email, m.subject, m.message, sender.display_username as username, m.done_at,
    done_by.display_username as done_by_name, m.created_at::text as position
  from contact_messages m left join users sender on sender.id = m.user_id left join users done_by on done_by.id = m.done_by`

type ListOptions = { state: 'open' | 'done'; limit: number; cursor?: string }

/**
 * Lists a page of messages that are open or done, newest first. Throws AppError validation_failed (an invalid cursor).
 */
export async function listMessages(db: Db, { state, limit, cursor }: ListOptions): Promise<Page<Message>> {
  const listName = `messages ${state}`
  const start = readCursor(listName, cursor, cursorKeys.time)
  const condition = state === 'open' ? sql`m.done_at is null` : sql`m.done_at is not null`
  const afterCursor = start ? sql`and (m.created_at, m.id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``
  const [page, counts] = await Promise.all([
    sql<MessageRow>`
      ${messageSelect} where ${condition} ${afterCursor} order by m.created_at desc, m.id desc limit ${limit + 1}`.execute(
      db,
    ),
    countUpTo(db, sql`contact_messages m where ${condition}`),
  ])
  const { items, nextCursor } = cutPage(page.rows, limit, listName, (row) => ({ key: row.position, id: row.id }))
  return { items: items.map(toMessage), nextCursor, ...counts }
}

/**
 * Returns the id of the user who sent this message to ask for a link to choose a new password. Such a message has no
 * text. Throws AppError not_found for any other message.
 */
export async function getLinkRequesterIdOrThrow(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('contactMessages')
    .select('userId')
    .where('id', '=', id)
    .where('message', '=', '')
    .executeTakeFirst()
  if (!row?.userId) throw notFound(t('This request'))
  return row.userId
}

/** Returns a message. Throws AppError not_found. */
export async function getMessageOrThrow(db: Db, id: string): Promise<Message> {
  const { rows } = await sql<MessageRow>`${messageSelect} where m.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound(t('This message'))
  return toMessage(rows[0])
}

function toMessage(row: MessageRow): Message {
  const { id, name, email, subject, message } = row
  return {
    id,
    createdAt: row.createdAt.toISOString(),
    name,
    email,
    subject,
    message,
    asksForLink: message === '',
    user: row.username === null ? null : { username: row.username },
    done: row.doneAt && {
      at: row.doneAt.toISOString(),
      user: row.doneByName === null ? null : { username: row.doneByName },
    },
  }
}

/** Returns the messages that a user sent while signed in, newest first, for the export of their data. */
export async function exportMessagesOf(db: Db, userId: string) {
  return db
    .selectFrom('contactMessages')
    .select(['createdAt', 'name', 'email', 'subject', 'message'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}
