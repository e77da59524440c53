import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { Byline } from '#features/catalogue/web/author-link.tsx'
import { PromptLine } from '#features/catalogue/web/prompt-line.tsx'
import { PromptSheet } from '#features/catalogue/web/prompt-sheet.tsx'
import type { Home } from '#features/home/contract.ts'
import { emptySectionTexts } from '#features/home/rules.ts'
import { figure } from '#lib/numbers.ts'
import { usDate } from '#lib/us-date.ts'
import { Empty } from '#ui/empty.tsx'
import { Section } from '#ui/section.tsx'

/**
 * The four sections, in order. What is rated and what is featured stands on cards, what is popular and what
 * is new on short lines, side by side; as long as nothing is rated, the newest take the cards.
 */
export function HomeSections({ home, actions }: { home: Home; actions?: (prompt: PromptCard) => ReactNode }) {
  const { mostRated, mostCopied, newest, featured } = home
  const rated = (
    <Section
      title="Highest Rated"
      aside={mostRated.length > 0 && 'Sorted by what voters agree on, not by vote count alone'}
      more={<Way to="/prompts/highest-rated">All highest rated</Way>}
    >
      <Cards prompts={mostRated} empty={emptySectionTexts.mostRated} actions={actions} />
    </Section>
  )
  const popular = (
    <Section title="Most Popular" more={<Way to="/prompts/popular">All popular</Way>}>
      {mostCopied.length === 0 && <Empty>{emptySectionTexts.mostCopied}</Empty>}
      {mostCopied.map((prompt) => (
        <PromptLine
          key={prompt.id}
          prompt={prompt}
          figure={figure(prompt.copies)}
          unit={prompt.copies === 1 ? 'copy' : 'copies'}
        />
      ))}
    </Section>
  )
  const newestOnCards = mostRated.length === 0 && newest.length > 0
  const fresh = (
    <Section title="Newest" more={<Way to="/prompts/newest">All new</Way>}>
      {newestOnCards && <PromptSheet prompts={newest} actions={actions} />}
      {newest.length === 0 && <Empty>{emptySectionTexts.newest}</Empty>}
      {!newestOnCards &&
        newest.map((prompt) => <PromptLine key={prompt.id} prompt={prompt} unit={<Origin prompt={prompt} />} />)}
    </Section>
  )
  return (
    <>
      {newestOnCards ? (
        <>
          <Pair>
            {rated}
            {popular}
          </Pair>
          {fresh}
        </>
      ) : (
        <>
          {rated}
          <Pair>
            {popular}
            {fresh}
          </Pair>
        </>
      )}
      <Section title="Featured" aside={featured.length > 0 && 'Chosen by the editors'}>
        <Cards prompts={featured} empty={emptySectionTexts.featured} actions={actions} />
      </Section>
    </>
  )
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 md:grid-cols-2">{children}</div>
}

function Way({
  to,
  children,
}: {
  to: '/prompts/highest-rated' | '/prompts/popular' | '/prompts/newest'
  children: string
}) {
  return (
    <Link to={to} className="link">
      {children}
    </Link>
  )
}

function Cards({
  prompts,
  empty,
  actions,
}: {
  prompts: PromptCard[]
  empty: string
  actions?: (prompt: PromptCard) => ReactNode
}) {
  return prompts.length > 0 ? <PromptSheet prompts={prompts} actions={actions} /> : <Empty>{empty}</Empty>
}

function Origin({ prompt }: { prompt: PromptCard }) {
  return (
    <>
      {usDate(prompt.createdAt)}
      <br />
      <Byline prompt={prompt} />
    </>
  )
}
