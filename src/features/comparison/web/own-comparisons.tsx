import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '#lib/numbers.ts'
import { FailureNote } from '#ui/note.tsx'
import { Pager } from '#ui/pager.tsx'
import { Section } from '#ui/section.tsx'
import { ComparisonList } from './comparison-list.tsx'
import { ownComparisonsQuery } from './comparison-queries.ts'

/** A member's own comparisons, newest first. */
export function OwnComparisons() {
  const { api } = useRouteContext({ from: '__root__' })
  const [cursor, setCursor] = useState<string>()
  const { data: page, error } = useQuery(ownComparisonsQuery(api, cursor))
  if (error) return <FailureNote title="Your comparisons could not be read">{error.message}</FailureNote>
  if (!page || (page.total === 0 && !cursor)) return null
  return (
    <Section title="Your comparisons" aside={counted(page.total, 'comparison')}>
      <ComparisonList items={page.items} own />
      <Pager label="Your comparisons, pages" cursor={cursor} nextCursor={page.nextCursor} onTurn={setCursor} />
    </Section>
  )
}
