import type { ReactNode } from 'react'
import { MarkButton } from '#ui/mark-button.tsx'

type Voted = { id: string; title: string }

/** The vote buttons of a card, labeled with their prompt. */
export function VoteCardButtons({ prompt: { id, title } }: { prompt: Voted }) {
  return (
    <>
      <MarkButton kind="vote" id={id} value={1} icon="arrow-up" label={`Upvote ${title}`} tip="Upvote" />
      <MarkButton kind="vote" id={id} value={-1} icon="arrow-down" label={`Downvote ${title}`} tip="Downvote" />
    </>
  )
}

/** The vote buttons of the prompt's page, on both sides of the tally. */
export function VotePanel({ prompt: { id }, children }: { prompt: Voted; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3" aria-label="Votes">
      <MarkButton kind="vote" id={id} value={1} icon="arrow-up" label="Upvote" className="btn w-10 px-0" />
      <div>{children}</div>
      <MarkButton kind="vote" id={id} value={-1} icon="arrow-down" label="Downvote" className="btn w-10 px-0" />
    </section>
  )
}
