import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import { formatList } from '#lib/format-list.ts'
import { formatNumber } from '#lib/numbers.ts'
import { msg, plural, t, translate } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { rich } from '#ui/rich.ts'
import type { CommentPage } from '../contract.ts'
import { CommentItem, type LoadReportButton } from './comment-item.tsx'
import { type CommentList, commentsPath, commentsQuery, memberCommentsQuery } from './comment-queries.ts'
import { useCommentRequest } from './use-comment-request.ts'
import { WriteButton } from './write-button.tsx'

const emptyNotes = {
  prompt: msg('No comments yet. Tell us if it worked, and which model you used.'),
  tool: msg('No comments yet. Tell us what you use it for, and what it does badly.'),
  comparison: msg('No comments yet. Tell us which answer you would use, and why.'),
}

/**
 * Shows the comments on a prompt, tool or comparison, newest first. Members also see their own waiting comments,
 * and moderators all waiting ones. Renders nothing until the comments are loaded, or if that fails. `loadReport` loads
 * the report button, which a higher feature provides.
 */
export function CommentsSection({ loadReport, ...list }: CommentList & { loadReport: LoadReportButton }) {
  const { api } = useRouteContext({ from: '__root__' })
  const session = useSession()
  const { user } = session
  const { data: publicPage } = useQuery({ ...commentsQuery(api, list), retry: false })
  const own = useQuery({ ...memberCommentsQuery(api, list), enabled: user !== null, retry: false })
  const page = (user && own.data) ?? publicPage
  if (!page) return null
  const isSessionUnknown = session.state === 'loading' && !session.failure
  const mayShowBlocked = isSessionUnknown || (user !== null && own.isPending)
  const isEmpty = page.total === 0 && page.items.length === 0 && !page.closed && !list.cursor
  return (
    <div id="comments">
      <Section
        title={t('Comments')}
        aside={isEmpty ? translate(emptyNotes[list.kind]) : countText(page)}
        more={page.mayClose && <CloseCommentsButton list={list} page={page} />}
        quiet={isEmpty}
      >
        <UsageFigures usage={page.usage} version={page.version} />
        {page.closed ? (
          <p className="text-ink-2">{t('The comments are closed.')}</p>
        ) : (
          <WriteButton list={list} page={page} />
        )}
        {/* The list is hidden from members until their own list is loaded, because they may have blocked somebody. */}
        <ol className={`mt-4 grid grid-cols-[minmax(0,1fr)] ${mayShowBlocked ? 'awaited' : ''}`}>
          {page.items.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              list={list}
              page={page}
              user={user}
              loadReport={loadReport}
            />
          ))}
        </ol>
        <Paging nextCursor={page.nextCursor} cursor={list.cursor} />
      </Section>
    </div>
  )
}

function countText({ total, totalIsFloor }: CommentPage): string {
  return total === 0 ? '' : `${formatNumber(total)}${totalIsFloor ? '+' : ''}`
}

/** Links to older comments and back to the newest ones. */
function Paging({ nextCursor, cursor }: { nextCursor: string | null; cursor?: string }) {
  if (!nextCursor && !cursor) return null
  const pageAt = (comments: string | undefined) => (old: { comments?: string }) => ({ ...old, comments })
  return (
    <nav className="mt-4 flex items-center justify-between gap-4" aria-label={t('Pages of comments')}>
      {cursor && (
        <Link to="." search={pageAt(undefined)} hash="comments" className="link font-semibold text-small">
          {t('Newest comments')}
        </Link>
      )}
      {nextCursor && (
        <Link to="." search={pageAt(nextCursor)} hash="comments" className="btn ms-auto" rel="next">
          {t('Older comments')}
        </Link>
      )}
    </nav>
  )
}

/** A button that closes comments or opens them again, for moderators and the authors of what the comments are about. */
function CloseCommentsButton({ list, page: { closed } }: { list: CommentList; page: Pick<CommentPage, 'closed'> }) {
  const request = useCommentRequest(list)
  const [isPending, setPending] = useState(false)
  const change = async () => {
    setPending(true)
    const path = commentsPath(list.kind)
    await request(
      (api) => api(`PATCH ${path}`, { params: { id: list.id }, body: { closed: !closed } }),
      closed ? t('The comments were not opened') : t('The comments were not closed'),
    )
    setPending(false)
  }
  return (
    <button type="button" className="btn" onClick={change} aria-disabled={isPending}>
      {closed ? t('Open comments') : t('Close comments')}
    </button>
  )
}

const boldNumber = (text: ReactNode) => <b className="tabular-nums">{text}</b>

/**
 * Shows how often a prompt, tool or comparison worked with each model family, according to reports of use. Tests and
 * votes aren't included. `since` is the first version with the current text, and `earlier` the number of reports about
 * earlier texts.
 */
function UsageFigures({ usage: { models, since, earlier }, version }: Pick<CommentPage, 'usage' | 'version'>) {
  if (models.length === 0 && earlier === 0) return null
  const isSinceVersion = since !== null && version !== null && version > 1
  return (
    <section aria-label={t('Reported to work')} className="mb-5 border-hair border-b pb-4">
      <h3 className="mb-2 text-card">
        {rich('Reported to work <span>by people who used it, not tested here</span>', {
          span: (text) => <span className="font-normal text-ink-2 text-small">{text}</span>,
        })}
      </h3>
      <ul className="grid gap-1 [overflow-wrap:anywhere]">
        {models.map(({ model, worked, partly, failed }) => (
          <li key={model}>
            {isSinceVersion
              ? rich('<b>{worked} of {all}</b> on {model} since version {since}', {
                  ...{ worked, all: worked + partly + failed, model, since, b: boldNumber },
                })
              : rich('<b>{worked} of {all}</b> on {model}', {
                  ...{ worked, all: worked + partly + failed, model, b: boldNumber },
                })}
            <span className="text-ink-2 text-small">{otherOutcomes({ partly, failed })}</span>
          </li>
        ))}
      </ul>
      {earlier > 0 && (
        <p className="mt-1 text-ink-2 text-small">
          {plural(
            earlier,
            '{count} report about earlier texts isn’t counted.',
            '{count} reports about earlier texts aren’t counted.',
          )}
        </p>
      )}
    </section>
  )
}

function otherOutcomes({ partly, failed }: { partly: number; failed: number }): string {
  const parts = [
    partly > 0 && t('{partly} partly', { partly }),
    failed > 0 && t('{failed} didn’t work', { failed }),
  ].filter(Boolean)
  return parts.length > 0 ? ` (${formatList(parts)})` : ''
}
