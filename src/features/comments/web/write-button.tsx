import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { readSession } from '#features/accounts/web/session-store.ts'
import { t } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import type { CommentPage } from '../contract.ts'
import type { CommentList } from './comment-queries.ts'

export const loadCommentForm = () => import('./comment-form.tsx').then(({ CommentForm }) => CommentForm)

type ParentComment = { id: string; user: { username: string } | null }

/** Opens the form for a new comment, or for a reply to the comment `replyTo`. Visitors have to sign in first. */
export function WriteButton({
  list,
  page,
  replyTo,
}: {
  list: CommentList
  page: Pick<CommentPage, 'version'>
  replyTo?: ParentComment
}) {
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  if (isOpen)
    return (
      <div>
        <Deferred load={loadCommentForm} props={{ list, page, replyTo, onDone: () => setOpen(false) }} />
      </div>
    )
  const open = () =>
    readSession().state === 'signedOut' ? goToSignIn(router, undefined, { hash: '#comments' }) : setOpen(true)
  return (
    <button
      type="button"
      className="btn js-only"
      aria-label={replyTo?.user ? t('Reply to {username}', { username: replyTo.user.username }) : undefined}
      onClick={open}
    >
      {replyTo ? t('Reply') : t('Write a comment')}
    </button>
  )
}
