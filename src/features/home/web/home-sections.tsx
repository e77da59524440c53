import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { showsCopies } from '#features/catalogue/rules.ts'
import { CardByline, publishedDate } from '#features/catalogue/web/author-link.tsx'
import { PromptGrid } from '#features/catalogue/web/prompt-grid.tsx'
import { PromptRow } from '#features/catalogue/web/prompt-row.tsx'
import type { Home } from '#features/home/contract.ts'
import { emptySectionTexts } from '#features/home/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { msg, plural, t, translate } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'

/** This sentence follows the text of the empty rated section. */
const voteHint = msg('Vote on prompts that you have tried.')

/**
 * Shows the home page's four sections of prompts, in the specification's order. Rated and featured prompts are cards;
 * popular and new prompts are rows. While nothing is copied, new prompts are cards. `renderActions` returns the buttons on a card.
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
      title={t('Highest Rated')}
      aside={
        isRated
          ? t('Sorted by how clearly voters agree, not by vote count alone')
          : `${translate(emptySectionTexts.mostRated)} ${translate(voteHint)}`
      }
      more={isRated && <MoreLink to="/prompts/highest-rated">{t('All highest rated')}</MoreLink>}
    >
      {isRated && <PromptGrid prompts={mostRated} isShelf sort="highest-rated" renderActions={renderActions} />}
    </Section>
  )
  const popularSection = (
    <Section
      title={t('Most Popular')}
      aside={!isCopied && translate(emptySectionTexts.mostCopied)}
      more={isCopied && <MoreLink to="/prompts/popular">{t('All popular')}</MoreLink>}
    >
      {mostCopied.map((prompt) => (
        <PromptRow
          key={prompt.id}
          prompt={prompt}
          {...(showsCopies(prompt) && {
            count: formatNumber(prompt.copies),
            unit: plural(prompt.copies, 'copies', 'copies'),
          })}
        />
      ))}
    </Section>
  )
  const newestSection = (
    <Section
      title={t('Newest')}
      aside={newest.length === 0 && translate(emptySectionTexts.newest)}
      more={<MoreLink to="/prompts/newest">{t('All new')}</MoreLink>}
    >
      {isCopied
        ? newest.map((prompt) => <PromptRow key={prompt.id} prompt={prompt} unit={<Origin prompt={prompt} />} />)
        : newest.length > 0 && <PromptGrid prompts={newest} isShelf sort="newest" renderActions={renderActions} />}
    </Section>
  )
  const isFeaturedAbove = [...mostRated, ...mostCopied, ...newest, ...(home.pick ? [home.pick] : [])].some(
    (prompt) => prompt.featured,
  )
  return (
    <>
      {ratedSection}
      {isCopied ? (
        <Pair>
          {popularSection}
          {newestSection}
        </Pair>
      ) : (
        <>
          {popularSection}
          {newestSection}
        </>
      )}
      <Section
        title={t('Featured')}
        aside={
          featured.length > 0
            ? t('Chosen by the editors')
            : isFeaturedAbove
              ? t('The editors’ choices are above.')
              : translate(emptySectionTexts.featured)
        }
      >
        {featured.length > 0 && <PromptGrid prompts={featured} isShelf renderActions={renderActions} />}
      </Section>
    </>
  )
}

/** Puts two sections side by side. */
function Pair({ children }: { children: ReactNode }) {
  return <div className="shelf grid gap-x-8 md:grid-cols-2">{children}</div>
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
      <CardByline prompt={prompt} />
    </>
  )
}
