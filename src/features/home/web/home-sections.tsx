import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { showsCopies } from '#features/catalogue/rules.ts'
import { Byline, publishedDate } from '#features/catalogue/web/author-link.tsx'
import { PromptGrid } from '#features/catalogue/web/prompt-grid.tsx'
import { PromptRow } from '#features/catalogue/web/prompt-row.tsx'
import type { Home } from '#features/home/contract.ts'
import { emptySectionTexts } from '#features/home/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Section } from '#ui/section.tsx'

/** This sentence follows the text of the empty rated section. */
const voteHint = 'Vote on prompts that you have tried.'

/**
 * Shows the home page's four sections of prompts. Rated and featured prompts are cards; popular and new prompts are
 * rows. While nothing is copied, new prompts are cards. While nothing is rated, featured prompts come first. Rated and
 * popular sections that are empty come last, as one line each. `renderActions` returns the buttons on a card.
 */
export function HomeSections({
  home,
  renderActions,
}: {
  home: Home
  renderActions?: (prompt: PromptCard) => ReactNode
}) {
  const { mostRated, mostCopied, newest, featured } = home
  const isRated = mostRated.length > 0
  const isCopied = mostCopied.length > 0
  const ratedSection = (
    <Section
      title="Highest Rated"
      quiet={!isRated}
      aside={
        isRated
          ? 'Sorted by how clearly voters agree, not by vote count alone'
          : `${emptySectionTexts.mostRated} ${voteHint}`
      }
      more={isRated && <MoreLink to="/prompts/highest-rated">All highest rated</MoreLink>}
    >
      {isRated && <PromptGrid prompts={mostRated} renderActions={renderActions} />}
    </Section>
  )
  const popularSection = (
    <Section
      title="Most Popular"
      quiet={!isCopied}
      aside={!isCopied && emptySectionTexts.mostCopied}
      more={isCopied && <MoreLink to="/prompts/popular">All popular</MoreLink>}
    >
      {mostCopied.map((prompt) => (
        <PromptRow
          key={prompt.id}
          prompt={prompt}
          {...(showsCopies(prompt) && { count: formatNumber(prompt.copies), unit: 'copies' })}
        />
      ))}
    </Section>
  )
  const newestSection = (
    <Section
      title="Newest"
      aside={newest.length === 0 && emptySectionTexts.newest}
      more={<MoreLink to="/prompts/newest">All new</MoreLink>}
    >
      {isCopied
        ? newest.map((prompt) => <PromptRow key={prompt.id} prompt={prompt} unit={<Origin prompt={prompt} />} />)
        : newest.length > 0 && <PromptGrid prompts={newest} renderActions={renderActions} />}
    </Section>
  )
  const featuredSection = (
    <Section title="Featured" aside={featured.length > 0 ? 'Chosen by the editors' : emptySectionTexts.featured}>
      {featured.length > 0 && <PromptGrid prompts={featured} renderActions={renderActions} />}
    </Section>
  )
  return (
    <>
      {isRated ? ratedSection : featuredSection}
      {isCopied ? (
        <Pair>
          {popularSection}
          {newestSection}
        </Pair>
      ) : (
        newestSection
      )}
      {isRated && featuredSection}
      {!(isRated && isCopied) && (
        <div className="mt-8">
          {!isRated && ratedSection}
          {!isCopied && popularSection}
        </div>
      )}
    </>
  )
}

/** Puts two sections side by side on wide screens. */
function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 md:grid-cols-2">{children}</div>
}

function MoreLink({
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

/** Shows when a prompt was published, and by whom. */
function Origin({ prompt }: { prompt: PromptCard }) {
  return (
    <>
      {publishedDate(prompt)}
      <br />
      <Byline prompt={prompt} />
    </>
  )
}
