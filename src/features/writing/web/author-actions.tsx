import { Link, useNavigate } from '@tanstack/react-router'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { findPlaceholders } from '#features/variables/placeholder-rules.ts'
import { type Message, msg, plural, t, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { isOwn, mayEdit } from './may-edit.ts'
import { useDeletePrompt } from './use-delete-prompt.ts'

/** Explains why others can't see the prompt. */
const hiddenReasons: Record<Exclude<Prompt['status'], 'published'>, Message> = {
  shared: msg('Only members of its groups can see this prompt.'),
  draft: msg('This is a draft. Nobody else can see it.'),
  pending: msg('This prompt is waiting for a moderator. Only its author and moderators can see it.'),
  removed: msg('A moderator removed this prompt. Only its author and moderators can see it.'),
  deleted: msg('This prompt is deleted. Only its author and the people who run this site can see it.'),
}

const retiredReason = msg('The group has taken this prompt out of use. Only its writers can see it.')

/** Whether the prompt is the user's own, or one of a group in which they write. */
function isWriter(user: User, prompt: Prompt): boolean {
  return prompt.audience?.mayEdit ?? isOwn(user, prompt)
}

/** What the author and moderators see above the other buttons: why others can't see the prompt, hints, and Edit. */
export function AuthorActions({ user, prompt }: { user: User; prompt: Prompt }) {
  const { slug, status } = prompt
  return (
    <>
      {status !== 'published' && (
        <p className="border-ink border-l-4 pl-3 text-small">
          {translate(status === 'draft' && prompt.audience ? retiredReason : hiddenReasons[status])}
        </p>
      )}
      <PlaceholderHint content={prompt.content} />
      {isWriter(user, prompt) && <EditLink slug={slug} />}
    </>
  )
}

/** The rarer actions of those who may change the prompt, for the menu: Statistics, for moderators Edit, and Delete. */
export function RareAuthorActions({ user, prompt }: { user: User; prompt: Prompt }) {
  const { slug, status } = prompt
  if (!mayEdit(user, prompt)) return null
  return (
    <>
      {!isWriter(user, prompt) && <EditLink slug={slug} />}
      {isOwn(user, prompt) && status !== 'draft' && (
        <Link to="/prompt/$slug/statistics" params={{ slug }} className="btn">
          <Icon name="chart-column" className="icon-sm" />
          {t('Statistics')}
        </Link>
      )}
      {prompt.audience?.mayDecide !== false && <DeleteButton prompt={prompt} />}
    </>
  )
}

function PlaceholderHint({ content }: Pick<Prompt, 'content'>) {
  const count = findPlaceholders(content).length
  if (count === 0) return null
  return (
    <p className="border-accent-line border-l-4 pl-3 text-small">
      {plural(
        count,
        'One place looks like a blank but isn’t written as one. Select Edit to convert it.',
        '{count} places look like a blank but aren’t written as one. Select Edit to convert them.',
      )}
    </p>
  )
}

function EditLink({ slug }: Pick<Prompt, 'slug'>) {
  return (
    <Link to="/prompt/$slug/edit" params={{ slug }} className="btn">
      <Icon name="pencil-line" className="icon-sm" />
      {t('Edit')}
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
      {t('Delete')}
    </button>
  )
}
