import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import type { Message } from '#features/contact/contract.ts'
import { usDate } from '#lib/us-date.ts'
import { Empty } from '#ui/empty.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { ActionButtons, type RowAction, toShortcuts } from './action-buttons.tsx'
import { messagesQuery } from './admin-queries.ts'
import { DoneNote } from './done-note.tsx'
import { KeyboardLegend } from './keyboard-legend.tsx'
import { QueueRow } from './queue-row.tsx'
import { useMarkMessage } from './use-mark-message.ts'
import { useQueue } from './use-queue.ts'

export type MessageSearch = { state?: 'done'; cursor?: string }

const timeFormat = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** The messages from /contact: read them, answer by email, mark them as done by keyboard. */
export function MessageListPage({ search }: { search: MessageSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: page, error, refetch } = useQuery(messagesQuery(api, search))
  const { lastChange, mark, undo } = useMarkMessage()
  const markAndMoveOn = async (message: Message, done: boolean) => {
    if (await mark(message, done)) queue.moveOn()
  }
  const actionsOf = (message: Message): RowAction[] => [
    message.done
      ? { key: 'o', label: 'Reopen', icon: 'rotate-ccw', run: () => void markAndMoveOn(message, false) }
      : { key: 'd', label: 'Done', icon: 'check', primary: true, run: () => void markAndMoveOn(message, true) },
  ]
  const queue = useQueue(page?.items ?? [], (open) => ({
    ...(open && toShortcuts(actionsOf(open))),
    ...(lastChange?.canUndo && { u: undo }),
  }))

  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <StateTabs state={search.state} />
      <DoneNote done={lastChange} onUndo={undo} />
      {page?.items.length === 0 && (
        <Empty>{search.state ? 'No messages are done yet.' : 'No messages are waiting. You are all done.'}</Empty>
      )}
      {page && page.items.length > 0 && (
        <>
          <KeyboardLegend />
          <ul className="border-ink border-t-2">
            {page.items.map((message) => (
              <QueueRow
                key={message.id}
                id={message.id}
                title={message.subject || beginningOf(message.message)}
                isOpen={message.id === queue.open?.id}
                onOpen={() => queue.show(message.id)}
                facts={
                  <>
                    <span className="[overflow-wrap:anywhere]">{message.name || message.email}</span>
                    <span>{usDate(message.createdAt)}</span>
                  </>
                }
              >
                <MessageDetails message={message} />
                <ActionButtons actions={actionsOf(message)} />
              </QueueRow>
            ))}
          </ul>
        </>
      )}
      {page && <ListPaging nextCursor={page.nextCursor} cursor={search.cursor} />}
    </div>
  )
}

const beginningOf = (text: string) => (text.length > 80 ? `${text.slice(0, 80)} …` : text)

function MessageDetails({ message: { name, email, user, subject, message, createdAt, done } }: { message: Message }) {
  return (
    <>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        {name && `${name}, `}
        <a className="link" href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`}>
          {email}
        </a>
        {user && (
          <>
            , signed in as{' '}
            <Link to="/user/$username" params={{ username: user.username }} className="link">
              {user.username}
            </Link>
          </>
        )}
        {`, ${usDate(createdAt)}, ${timeFormat.format(new Date(createdAt))} UTC`}
      </p>
      <p className="max-w-[42em] whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
        {message}
      </p>
      {done && (
        <p className="text-ink-2">{`Done${done.user ? ` by ${done.user.username}` : ''}, ${usDate(done.at)}.`}</p>
      )}
    </>
  )
}

function StateTabs({ state }: { state?: 'done' }) {
  return (
    <nav aria-label="State" className="seg mb-5">
      {([undefined, 'done'] as const).map((option) => (
        <Link
          key={option ?? 'open'}
          to="/admin/messages"
          search={{ state: option, cursor: undefined }}
          aria-current={option === state ? 'true' : undefined}
          activeOptions={{ exact: true }}
        >
          {option ? 'Done' : 'Open'}
        </Link>
      ))}
    </nav>
  )
}
