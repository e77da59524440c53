import { Link } from '@tanstack/react-router'
import { CommentText } from '#features/comments/web/comment-text.tsx'
import type { AdminClaim } from '#features/moderation/people-contract.ts'
import { countedMax } from '#lib/counted-max.ts'
import { formatNumber, pluralize } from '#lib/numbers.ts'

/** Shows who claims which credited name, with what evidence, and what an approval does. */
export function ClaimDetails({ claim }: { claim: AdminClaim }) {
  const { name, user, holder, holds: claimantHoldsName, proof, note, status, promptCount } = claim
  return (
    <>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        See{' '}
        <Link to="/user/$username" params={{ username: user.username }} className="link">
          {user.username}
        </Link>
        ’s profile and{' '}
        <Link to="/author/$name" params={{ name }} className="link">
          the prompts credited to <bdi>{name}</bdi>
        </Link>
        . {proof === 'github' && 'GitHub confirmed the name.'}
        {holder && !claimantHoldsName && (
          <>
            {' '}
            The name now belongs to{' '}
            <Link to="/user/$username" params={{ username: holder.username }} className="link">
              {holder.username}
            </Link>
            . Revoke that member’s claim first.
          </>
        )}
        {status === 'declined' && ' This claim was declined or revoked.'}
      </p>
      {note !== '' && (
        <div className="max-w-[42em] [overflow-wrap:anywhere]">
          <CommentText text={note} />
        </div>
      )}
      {promptCount !== null && (
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          If you approve, {countText(promptCount)} credited to <bdi>{name}</bdi> will be linked to {user.username}’s
          account.
        </p>
      )}
    </>
  )
}

function countText(count: number): string {
  return count >= countedMax ? `${formatNumber(countedMax)}+ prompts` : pluralize(count, 'prompt')
}
