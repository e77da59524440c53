import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { pluralize } from '#lib/numbers.ts'
import { GetStarted, type StartLinks } from '#ui/get-started.tsx'
import { FailureNote } from '#ui/note.tsx'
import { Pager } from '#ui/pager.tsx'
import { Section } from '#ui/section.tsx'
import { ComparisonList } from './comparison-list.tsx'
import { ownComparisonsQuery } from './comparison-queries.ts'

const startLinks: StartLinks = [
  { to: '/prompts', label: 'A prompt on this site', text: 'Open one and select Compare models.', icon: 'file-text' },
  { to: '/favorites', label: 'A saved prompt', text: 'See which model answers it best.', icon: 'bookmark' },
  { to: '/prompt-generator', label: 'A new one', text: 'Generate it, then compare it.', icon: 'feather' },
]

/** Lists a member's own comparisons, newest first. */
export function OwnComparisons() {
  const { api } = useRouteContext({ from: '__root__' })
  const [cursor, setCursor] = useState<string>()
  const { data: page, error } = useQuery(ownComparisonsQuery(api, cursor))
  if (error) return <FailureNote title="Your comparisons could not be loaded">{error.message}</FailureNote>
  if (!page) return null
  if (page.total === 0 && !cursor)
    return (
      <Section title="Your comparisons">
        <GetStarted links={startLinks}>
          No comparisons yet. Write a prompt above, or start with one of these.
        </GetStarted>
      </Section>
    )
  return (
    <Section title="Your comparisons" aside={pluralize(page.total, 'comparison')}>
      <ComparisonList items={page.items} isOwn />
      <Pager label="Your comparisons, pages" cursor={cursor} nextCursor={page.nextCursor} onTurn={setCursor} />
    </Section>
  )
}
