import type { ReactNode } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { t } from '#lib/texts.ts'
import { ReactionButton } from '#ui/reaction-button.tsx'

type VotedPrompt = Pick<PromptCard, 'id' | 'title' | 'user'>

/** The vote buttons of a card, labeled with the prompt's title. Renders nothing on the reader's own prompts. */
export function VoteCardButtons({ prompt: { id, title, user: author } }: { prompt: VotedPrompt }) {
  const { user } = useSession()
  if (user?.username === author.username) return null
  return (
    <>
      <ReactionButton
        kind="vote"
        id={id}
        value={1}
        icon="arrow-up"
        label={t('Upvote {title}', { title })}
        tip={t('Upvote')}
      />
      <ReactionButton
        kind="vote"
        id={id}
        value={-1}
        icon="arrow-down"
        label={t('Downvote {title}', { title })}
        tip={t('Downvote')}
      />
    </>
  )
}

/**
 * The vote buttons on a prompt's page, followed by the tally (`children`). The prompt's author can't vote, and sees only
 * the tally.
 */
export function VotePanel({ prompt, children }: { prompt: VotedPrompt; children: ReactNode }) {
  const { id, user: author } = prompt
  const { user } = useSession()
  if (user?.username === author.username) return <section aria-label={t('Votes')}>{children}</section>
  const buttonProps = { kind: 'vote', id, className: 'btn w-10 px-0' }
  return (
    <section className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-2" aria-label={t('Votes')}>
      <ReactionButton {...buttonProps} value={1} icon="arrow-up" label={t('Upvote')} />
      <ReactionButton {...buttonProps} value={-1} icon="arrow-down" label={t('Downvote')} />
      <div className="ms-1">{children}</div>
    </section>
  )
}
