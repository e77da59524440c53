import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useSession } from '#features/accounts/web/session-store.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Section } from '#ui/section.tsx'
import type { CommentPage } from '../contract.ts'
import { CloseCommentsButton } from './close-comments-button.tsx'
import { CommentItem, type LoadReportButton } from './comment-item.tsx'
import { type CommentList, commentsQuery, memberCommentsQuery } from './comment-queries.ts'
import { UsageFigures } from './usage-figures.tsx'
import { WriteButton } from './write-button.tsx'

const emptyNote = 'No comments yet. Tell us if it worked, and which model you used.'

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
        title="Comments"
        aside={isEmpty ? emptyNote : countText(page)}
        more={page.mayClose && <CloseCommentsButton list={list} page={page} />}
        quiet={isEmpty}
      >
        <UsageFigures usage={page.usage} version={page.version} />
        {page.closed ? <p className="text-ink-2">The comments are closed.</p> : <WriteButton list={list} page={page} />}
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
    <nav className="mt-4 flex items-center justify-between gap-4" aria-label="Pages of comments">
      {cursor && (
        <Link to="." search={pageAt(undefined)} hash="comments" className="link font-semibold text-small">
          Newest comments
        </Link>
      )}
      {nextCursor && (
        <Link to="." search={pageAt(nextCursor)} hash="comments" className="btn ml-auto" rel="next">
          Older comments
        </Link>
      )}
    </nav>
  )
}
