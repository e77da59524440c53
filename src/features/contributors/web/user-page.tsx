import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import { NoPrompts } from '#features/catalogue/web/prompt-list.tsx'
import { PromptSheet } from '#features/catalogue/web/prompt-sheet.tsx'
import type { Contributor } from '#features/contributors/contract.ts'
import type { Page } from '#lib/http-contract.ts'
import { figure } from '#lib/numbers.ts'
import { usDate } from '#lib/us-date.ts'
import { Section } from '#ui/section.tsx'
import { Avatar } from './avatar.tsx'

/** The name, numbers and prompts of a member or a credited author, highest rated first. */
export function UserPage({
  contributor,
  prompts,
  cursor,
  actions,
}: {
  contributor: Contributor
  prompts: Page<PromptCard>
  cursor?: string
  actions?: (prompt: PromptCard) => ReactNode
}) {
  return (
    <div className="wrap">
      <UserHead contributor={contributor} />
      <Section title="Prompts" aside={prompts.total > 0 && 'Highest rated first'}>
        {prompts.items.length === 0 ? (
          <NoPrompts>{contributor.username} has not written a prompt here yet.</NoPrompts>
        ) : (
          <PromptSheet prompts={prompts.items} actions={actions} />
        )}
        <ListPaging nextCursor={prompts.nextCursor} cursor={cursor} />
      </Section>
    </div>
  )
}

function UserHead({ contributor }: { contributor: Contributor }) {
  const { username, isMember, joinedAt, prompts, votes, copies, score } = contributor
  const readings: [name: string, value: number][] = [
    ['Prompts', prompts],
    ['Net votes', votes],
    ['Copies', copies],
    ['Score', score],
  ]
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5 pt-6 side:pt-8">
      <div className="flex min-w-0 items-center gap-4">
        <Avatar username={username} className="size-18 flex-none max-sm:size-14" />
        <div className="min-w-0">
          <h1 className="text-h1 tracking-[-0.026em] [overflow-wrap:anywhere]">{username}</h1>
          <p className="mt-1.5 text-ink-2">{isMember ? `Joined ${usDate(joinedAt)}` : 'Credited, not a member yet'}</p>
        </div>
      </div>
      <dl className="reads max-sm:w-full">
        {readings.map(([name, value]) => (
          <div key={name} className="sm:min-w-24">
            <dt>{name}</dt>
            <dd>{figure(value)}</dd>
          </div>
        ))}
      </dl>
    </header>
  )
}
