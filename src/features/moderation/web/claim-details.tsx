import { Link } from '@tanstack/react-router'
import { CommentText } from '#features/comments/web/comment-text.tsx'
import type { AdminClaim } from '#features/moderation/people-contract.ts'
import { countedMax } from '#lib/counted-max.ts'
import { formatNumber } from '#lib/numbers.ts'
import { plural, t } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'

/** Shows who claims which credited name, with what evidence, and what an approval does. */
export function ClaimDetails({ claim }: { claim: AdminClaim }) {
  const { name, user, holder, holds: claimantHoldsName, proof, note, status, promptCount } = claim
  return (
    <>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        {rich('See {username}’s profile and <prompts>the prompts credited to {name}</prompts>.', {
          username: (
            <Link to="/user/$username" params={{ username: user.username }} className="link">
              {user.username}
            </Link>
          ),
          prompts: (text) => (
            <Link to="/author/$name" params={{ name }} className="link">
              {text}
            </Link>
          ),
          name: <bdi>{name}</bdi>,
        })}{' '}
        {proof === 'github' && t('GitHub confirmed the name.')}
        {holder && !claimantHoldsName && (
          <>
            {' '}
            {rich('The name now belongs to {link}. Revoke that member’s claim first.', {
              link: (
                <Link to="/user/$username" params={{ username: holder.username }} className="link">
                  {holder.username}
                </Link>
              ),
            })}
          </>
        )}
        {status === 'declined' && ` ${t('This claim was declined or revoked.')}`}
      </p>
      {note !== '' && (
        <div className="max-w-[42em] [overflow-wrap:anywhere]">
          <CommentText text={note} />
        </div>
      )}
      {promptCount !== null && (
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          {rich('If you approve, {countText} credited to {name} will be linked to {username}’s account.', {
            countText: countText(promptCount),
            name: <bdi>{name}</bdi>,
            username: user.username,
          })}
        </p>
      )}
    </>
  )
}

function countText(count: number): string {
  return count >= countedMax
    ? `${formatNumber(countedMax)}+ prompts`
    : plural(count, '{count} prompt', '{count} prompts')
}
