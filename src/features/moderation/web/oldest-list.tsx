import { Link, type LinkProps } from '@tanstack/react-router'
import type { Overview } from '#features/moderation/contract.ts'
import type { Queue } from '#features/moderation/rules.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { ageOf } from './waiting-age.ts'

type Oldest = Overview['oldest'][number]

/** How many of the items are shown. */
const shownMax = 5

/** For each queue: what its items are, and the page that lists an item. Prompts are listed newest first, so by title. */
const kinds: Record<Queue, { name: Message; linkTo: (item: Oldest) => LinkProps }> = {
  reports: { name: msg('Report'), linkTo: () => ({ to: '/admin/reports' }) },
  prompts: {
    name: msg('Prompt'),
    linkTo: ({ title }) => ({ to: '/admin/prompts', search: { status: 'pending', q: title } }),
  },
  alarms: {
    name: msg('Prompt to read'),
    linkTo: ({ title }) => ({ to: '/admin/prompts', search: { status: 'alarms', q: title } }),
  },
  examples: { name: msg('Example'), linkTo: () => ({ to: '/admin/examples' }) },
  comments: { name: msg('Comment'), linkTo: () => ({ to: '/admin/comments' }) },
  claims: { name: msg('Claim'), linkTo: () => ({ to: '/admin/claims' }) },
  messages: { name: msg('Message'), linkTo: () => ({ to: '/admin/messages' }) },
}

/** Lists what has waited longest for a decision, in any queue, with its age. */
export function OldestList({ items }: { items: Oldest[] }) {
  if (items.length === 0) return null
  const now = new Date()
  return (
    <>
      <h3 className="mt-4 mb-1 font-sans font-semibold text-small tracking-normal">{t('Waiting longest')}</h3>
      <ul className="border-hair border-t">
        {items.slice(0, shownMax).map((item) => (
          <li
            key={item.queue + item.id}
            className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-hair border-b py-2 hover:bg-hover sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
          >
            <span className="text-ink-2 text-small max-sm:col-span-2">{translate(kinds[item.queue].name)}</span>
            <Link {...kinds[item.queue].linkTo(item)} className="cover truncate font-medium hover:underline" dir="auto">
              {item.title || t('Untitled')}
            </Link>
            <time dateTime={item.since} className="text-ink-2 text-small">
              {ageOf(item.since, now)}
            </time>
          </li>
        ))}
      </ul>
    </>
  )
}
