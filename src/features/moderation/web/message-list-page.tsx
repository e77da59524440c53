import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Message } from '#features/contact/contract.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { cutText } from '#lib/well-formed.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { rich } from '#ui/rich.ts'
import { ActionButtons, type RowAction, toShortcuts } from './action-buttons.tsx'
import { messagesQuery } from './admin-queries.ts'
import { DoneNote } from './done-note.tsx'
import { ResetLinkForm } from './people/reset-link-form.tsx'
import { QueueList } from './queue-list.tsx'
import { QueueRow } from './queue-row.tsx'
import { StateTabs } from './state-tabs.tsx'
import { useAdminRequest } from './use-admin-request.ts'
import { useQueue } from './use-queue.ts'

export type MessageSearch = { state?: 'done'; cursor?: string }

/**
 * The queue of messages from /contact, and of users' requests for a password reset link on a site without email. Admins
 * answer them by email and mark them as done.
 */
export function MessageListPage({ search }: { search: MessageSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: page, error, refetch } = useQuery(messagesQuery(api, search))
  const { lastChange, mark, undo } = useMarkMessage()
  const markAndMoveOn = async (message: Message, done: boolean) => {
    if (await mark(message, done)) queue.moveOn()
  }
  const actionsOf = (message: Message): RowAction[] => [
    message.done
      ? { key: 'o', label: t('Reopen'), icon: 'rotate-ccw', run: () => void markAndMoveOn(message, false) }
      : { key: 'd', label: t('Done'), icon: 'check', primary: true, run: () => void markAndMoveOn(message, true) },
  ]
  const queue = useQueue(page?.items ?? [], (openMessage) => ({
    ...(openMessage && toShortcuts(actionsOf(openMessage))),
    ...(lastChange?.canUndo && { u: undo }),
  }))

  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <StateTabs
        to="/admin/messages"
        current={search.state}
        openName={t('Waiting')}
        other={{ state: 'done', name: t('Done') }}
      />
      <DoneNote lastAction={lastChange} onUndo={undo} />
      <QueueList
        page={page}
        cursor={search.cursor}
        empty={
          search.state
            ? t('No messages have been marked as done yet.')
            : t('No messages are waiting. A message appears here when somebody sends the form of the contact page.')
        }
      >
        {(message) => (
          <QueueRow
            key={message.id}
            id={message.id}
            title={message.subject || beginningOf(message.message)}
            isOpen={message.id === queue.open?.id}
            onOpen={() => queue.show(message.id)}
            username={message.name || message.email}
            time={message.createdAt}
          >
            <MessageDetails message={message} />
            <ActionButtons actions={actionsOf(message)} />
          </QueueRow>
        )}
      </QueueList>
    </div>
  )
}

const beginningOf = (text: string) => (text.length > 80 ? `${cutText(text, 80)} …` : text)

/**
 * Shows a message. If it asks for a password reset link (`asksForLink`), shows the form that makes one, until the
 * message is done.
 */
function MessageDetails({ message: row }: { message: Message }) {
  const { email, user, subject, message, asksForLink, done } = row
  return (
    <>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        <a className="link inline-block py-1" href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`}>
          {email}
        </a>
        {user && !asksForLink && (
          <>
            {rich(', signed in as {link}', {
              link: (
                <Link to="/user/$username" params={{ username: user.username }} className="link">
                  {user.username}
                </Link>
              ),
            })}
          </>
        )}
      </p>
      {asksForLink ? (
        !done && <ResetLinkForm message={row} />
      ) : (
        <p className="max-w-[42em] whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
          {message}
        </p>
      )}
      {done && (
        <p className="text-ink-2">
          {done.user
            ? t('Done by {username}, {date}.', { username: done.user.username, date: usDate(done.at) })
            : t('Done, {date}.', { date: usDate(done.at) })}
        </p>
      )}
    </>
  )
}

/** `message` is what the page says about the change. */
type Change = { id: string; wasDone: boolean; message: string; canUndo: boolean }

/** Marks messages to the operator as done or open, and can undo the last change. */
function useMarkMessage() {
  const request = useAdminRequest()
  const [lastChange, setLastChange] = useState<Change | null>(null)
  /** Resolves to null on success. */
  const send = (id: string, done: boolean) =>
    request(
      (api) => api('PATCH /api/admin/messages/{id}', { params: { id }, body: { done } }),
      t('The message was not changed'),
    )
  return {
    lastChange,
    /** Marks a message. Returns whether that succeeded. */
    mark: async ({ id, email }: Message, done: boolean): Promise<boolean> => {
      if (await send(id, done)) return false
      setLastChange({
        id,
        wasDone: !done,
        message: done
          ? t('Done: the message from {email}', { email })
          : t('Reopened: the message from {email}', { email }),
        canUndo: true,
      })
      return true
    },
    undo: async () => {
      if (lastChange?.canUndo && !(await send(lastChange.id, lastChange.wasDone)))
        setLastChange({ ...lastChange, message: t('Undone.'), canUndo: false })
    },
  }
}
