import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { findPlaceholders } from '#features/variables/placeholder-rules.ts'
import { Deferred } from '#ui/deferred.tsx'
import { Icon } from '#ui/icon.tsx'
import { forkError, isOwn, mayEdit } from './may-edit.ts'
import { useDeletePrompt } from './use-delete-prompt.ts'

export type AuthorActionsProps = {
  user: User
  prompt: Prompt
  /** Loads a further button, which a higher feature provides. */
  more?: () => Promise<ComponentType<{ user: User; prompt: Prompt }>>
}

/** Explains why others can't see the prompt. */
const hiddenReasons: Record<Exclude<Prompt['status'], 'published'>, string> = {
  draft: 'This is a draft. Nobody else can see it.',
  pending: 'This prompt is waiting for a moderator. Only its author and moderators can see it.',
  removed: 'A moderator removed this prompt. Only its author and moderators can see it.',
  deleted: 'This prompt is deleted. Only its author and the people who run this site can see it.',
}

/**
 * The buttons Fork and History for members, and Edit and Delete for those who may change the prompt. The author sees
 * Edit and, except for a draft, Statistics, and finds the other buttons under “More actions”, with Delete below a
 * separator.
 */
export function AuthorActions({ user, prompt, more }: AuthorActionsProps) {
  const { slug, status } = prompt
  const isEditor = mayEdit(user, prompt)
  const others = (
    <>
      {forkError(user, prompt) === null && (
        <Link to="/create-prompt" search={{ fork: slug }} className="btn">
          <Icon name="layers" className="icon-sm" />
          Fork
        </Link>
      )}
      <Link to="/prompt/$slug/history" params={{ slug }} className="btn">
        <Icon name="rotate-ccw" className="icon-sm" />
        History
      </Link>
    </>
  )
  const fromHigherFeatures = more && <Deferred load={more} props={{ user, prompt }} placeholder={null} />
  return (
    <div className="grid grid-cols-2 gap-2">
      {status !== 'published' && (
        <p className="col-span-2 border-ink border-l-4 pl-3 text-small">{hiddenReasons[status]}</p>
      )}
      {isEditor && <PlaceholderHint content={prompt.content} />}
      {isOwn(user, prompt) ? (
        <>
          <EditLink slug={slug} />
          {status !== 'draft' && (
            <Link to="/prompt/$slug/statistics" params={{ slug }} className="btn">
              <Icon name="chart-column" className="icon-sm" />
              Statistics
            </Link>
          )}
          <details className="run-more col-span-2">
            <summary>More actions</summary>
            <div className="grid grid-cols-2 gap-2 pt-2">
              {others}
              {fromHigherFeatures}
              <div className="col-span-2 border-hair border-t pt-2">
                <DeleteButton prompt={prompt} />
              </div>
            </div>
          </details>
        </>
      ) : (
        <>
          {others}
          {isEditor && (
            <>
              <EditLink slug={slug} />
              <DeleteButton prompt={prompt} />
            </>
          )}
          {fromHigherFeatures}
        </>
      )}
    </div>
  )
}

function PlaceholderHint({ content }: Pick<Prompt, 'content'>) {
  const count = findPlaceholders(content).length
  if (count === 0) return null
  return (
    <p className="col-span-2 border-accent-line border-l-4 pl-3 text-small">
      {count === 1 ? 'One place looks' : `${count} places look`} like a blank but {count === 1 ? 'isn’t' : 'aren’t'}{' '}
      written as one. Select Edit to convert {count === 1 ? 'it' : 'them'}.
    </p>
  )
}

function EditLink({ slug }: Pick<Prompt, 'slug'>) {
  return (
    <Link to="/prompt/$slug/edit" params={{ slug }} className="btn">
      <Icon name="pencil-line" className="icon-sm" />
      Edit
    </Link>
  )
}

function DeleteButton({ prompt }: { prompt: Prompt }) {
  const navigate = useNavigate()
  const { deletePrompt } = useDeletePrompt()
  return (
    <button
      type="button"
      className="btn btn-bad"
      onClick={async () => {
        if (await deletePrompt(prompt)) await navigate({ to: '/my-prompts', search: { status: 'deleted' } })
      }}
    >
      <Icon name="x" className="icon-sm" />
      Delete
    </button>
  )
}
