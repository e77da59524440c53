import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { findPlaceholders } from '#features/variables/placeholder-rules.ts'
import { Deferred } from '#ui/deferred.tsx'
import { Icon } from '#ui/icon.tsx'
import { mayEdit } from './may-edit.ts'
import { useDeletePrompt } from './use-delete-prompt.ts'

export type AuthorActionsProps = {
  user: User
  prompt: Prompt
  /** Loads another button for members. */
  more?: () => Promise<ComponentType<{ user: User; prompt: Prompt }>>
}

/** Explains why others can't see the prompt. */
const hiddenBecause: Record<Exclude<Prompt['status'], 'published'>, string> = {
  draft: 'This is a draft. Nobody else can see it.',
  pending: 'This prompt is waiting for a moderator. Nobody else can see it yet.',
  removed: 'A moderator removed this prompt. Nobody else can see it.',
  deleted: 'This prompt is deleted. Nobody else can see it.',
}

/** Fork and History for members; Edit and Delete for those who may change the prompt. */
export function AuthorActions({ user, prompt, more }: AuthorActionsProps) {
  const { slug, licence } = prompt
  const navigate = useNavigate()
  const { remove } = useDeletePrompt()
  const isEditor = mayEdit(user, prompt)
  const placeholders = isEditor ? findPlaceholders(prompt.content).length : 0
  return (
    <div className="grid grid-cols-2 gap-2">
      {prompt.status !== 'published' && (
        <p className="col-span-2 border-ink border-l-4 pl-3 text-small">{hiddenBecause[prompt.status]}</p>
      )}
      {(licence !== 'all-rights-reserved' || isEditor) && (
        <Link to="/create-prompt" search={{ fork: slug }} className="btn">
          <Icon name="layers" className="icon-sm" />
          Fork
        </Link>
      )}
      <Link to="/prompt/$slug/history" params={{ slug }} className="btn">
        <Icon name="rotate-ccw" className="icon-sm" />
        History
      </Link>
      {isEditor && (
        <>
          {placeholders > 0 && (
            <p className="col-span-2 border-key-line border-l-4 pl-3 text-small">
              {placeholders === 1 ? 'One place looks' : `${placeholders} places look`} like a blank but{' '}
              {placeholders === 1 ? 'isn’t' : 'aren’t'} written as one. Edit offers to convert{' '}
              {placeholders === 1 ? 'it' : 'them'}.
            </p>
          )}
          <Link to="/prompt/$slug/edit" params={{ slug }} className="btn">
            <Icon name="pencil-line" className="icon-sm" />
            Edit
          </Link>
          <button
            type="button"
            className="btn"
            onClick={async () => {
              if (await remove(prompt)) await navigate({ to: '/my-prompts', search: { status: 'deleted' } })
            }}
          >
            <Icon name="x" className="icon-sm" />
            Delete
          </button>
        </>
      )}
      {more && <Deferred load={more} props={{ user, prompt }} waiting={null} />}
    </div>
  )
}
