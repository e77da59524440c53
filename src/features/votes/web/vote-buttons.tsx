import { type ReactNode, useId } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { ReactionButton } from '#ui/reaction-button.tsx'

type Voted = Pick<PromptCard, 'id' | 'title' | 'user'>

/** Why authors can't vote here. */
const ownRefusal = { title: 'Your own prompt', text: 'You can’t vote on your own prompts.' }

/** What disables the vote buttons: nothing, or that the prompt is the reader's own. */
function useVoteRefusal({ user: author }: Voted) {
  const refusalId = useId()
  const { user } = useSession()
  return user?.username === author.username ? { refusal: ownRefusal, refusalId } : {}
}

/** The vote buttons of a card, labeled with their prompt. */
export function VoteCardButtons({ prompt }: { prompt: Voted }) {
  const { id, title } = prompt
  const refused = useVoteRefusal(prompt)
  return (
    <>
      <ReactionButton
        kind="vote"
        id={id}
        value={1}
        icon="arrow-up"
        label={`Upvote ${title}`}
        tip="Upvote"
        {...refused}
      />
      <ReactionButton
        kind="vote"
        id={id}
        value={-1}
        icon="arrow-down"
        label={`Downvote ${title}`}
        tip="Downvote"
        {...refused}
      />
      {refused.refusal && (
        <span id={refused.refusalId} hidden>
          {refused.refusal.text}
        </span>
      )}
    </>
  )
}

/** The vote buttons of the prompt's page, before the tally. */
export function VotePanel({ prompt, children }: { prompt: Voted; children: ReactNode }) {
  const { id } = prompt
  const refused = useVoteRefusal(prompt)
  const key = { kind: 'vote', id, className: 'btn w-10 px-0', ...refused }
  return (
    <section className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-2" aria-label="Votes">
      <ReactionButton {...key} value={1} icon="arrow-up" label="Upvote" />
      <ReactionButton {...key} value={-1} icon="arrow-down" label="Downvote" />
      <div className="ml-1">{children}</div>
      {refused.refusal && (
        <p id={refused.refusalId} className="col-span-3 text-ink-2 text-small">
          {refused.refusal.text}
        </p>
      )}
    </section>
  )
}
