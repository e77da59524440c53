import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard as Card, CardPicture as Picture } from '#features/catalogue/contract.ts'
import { showsCopies } from '#features/catalogue/rules.ts'
import { formatNumber, pluralize } from '#lib/numbers.ts'
import { CardByline } from './author-link.tsx'
import { CategoryLink } from './category-link.tsx'
import { ownDescription } from './own-description.ts'
import { PictureFigure, pictureWords } from './picture-facts.tsx'
import { PromptBadge } from './prompt-badge.tsx'
import { PromptTags } from './prompt-tags.tsx'
import { PromptText } from './prompt-text.tsx'
import { TestedModels } from './tested-models.tsx'
import { drawnInterval, fewVotes, VoteSummary } from './vote-summary.tsx'

/** The texts of a prompt with the matches of a search. `tags`: those that match. `badge`: how it was found. */
type FoundTexts = { title: ReactNode; description: ReactNode; text: ReactNode; tags: string[]; badge?: ReactNode }

/**
 * A prompt as a cell of a grid: category, title, text, tags, numbers. The whole cell links to the prompt. `found`
 * replaces the prompt's own texts. `actions`: buttons of higher features.
 */
export function PromptCard({
  prompt,
  found,
  actions,
  within,
  personNames,
  heading: Heading = 'h3',
}: {
  prompt: Card
  found?: FoundTexts
  actions?: ReactNode
  /** The slug of the category that the page is about, which the card doesn't repeat. */
  within?: string
  /** The names of the person whom the page is about, which the card doesn't repeat. */
  personNames?: string[]
  heading?: 'h2' | 'h3'
}) {
  const { slug, category, language } = prompt
  const description = ownDescription(prompt)
  const { picture, examplePicture } = prompt
  const facts = picture && pictureWords(picture)
  const badge = found?.badge ?? <PromptBadge prompt={prompt} />
  const title = (
    <Heading className="card-title line-clamp-2" dir="auto" lang={language}>
      <Link to="/prompt/$slug" params={{ slug }} className="cover" data-list-item="">
        {found?.title ?? prompt.title}
      </Link>
    </Heading>
  )
  return (
    <article className="card" data-cat={category.slug}>
      {within === category.slug ? (
        <div />
      ) : (
        <div className="mb-2 flex items-center justify-between gap-2">
          <CategoryLink category={category} hasTile={false} />
          {badge}
        </div>
      )}
      <div>
        {examplePicture && <CardPicture picture={examplePicture} />}
        {within === category.slug ? (
          // A badge in a line of its own would add an empty line to all cards beside it.
          <div className="flex flex-wrap items-start justify-between gap-x-2">
            {title}
            {(prompt.featured || prompt.communityPick || found) && <span className="mb-2 flex">{badge}</span>}
          </div>
        ) : (
          title
        )}
        {description && (
          <p className="mb-2.5 line-clamp-2 text-[0.875rem] text-ink-2 leading-[1.45]" dir="auto" lang={language}>
            {found?.description ?? description}
          </p>
        )}
        {/* Search results also show the matching text. */}
        {(!examplePicture || found) && (
          <div className="flex items-start gap-3">
            {picture && !examplePicture && <PictureFigure picture={picture} className="mb-3" />}
            <p
              className={`excerpt ${description ? 'line-clamp-4' : 'line-clamp-6'} ${description && !found ? 'max-sm:line-clamp-2' : 'max-sm:line-clamp-3'}`}
              dir="auto"
              lang={language}
            >
              {found?.text ?? <PromptText excerpt={prompt.excerpt} />}
            </p>
          </div>
        )}
      </div>
      <div className="mb-3 self-end">
        {facts && <p className="text-ink-2 text-small">{facts}</p>}
        <PromptTags tags={prompt.tags} matching={found?.tags} />
      </div>
      <div className="foot">
        <CardStats prompt={prompt} />
        <div className="byline flex min-h-10 items-center gap-3 text-ink-2 text-small">
          <CardByline prompt={prompt} personNames={personNames} />
          {!hasStats(prompt) && <OnlyStat prompt={prompt} />}
          {actions && <span className="relative z-1 -mr-2 ml-auto flex">{actions}</span>}
        </div>
      </div>
    </article>
  )
}

/** Whether a card has a row of numbers. A few votes or copies alone follow its author. */
function hasStats({ votes, copies, testedWith }: Card): boolean {
  if (testedWith.length > 0 || drawnInterval(votes)) return true
  return votes.up + votes.down > 0 && showsCopies({ copies })
}

/** The only number of a card without a row of numbers, in words. */
function OnlyStat({ prompt: { votes, copies } }: { prompt: Card }) {
  const words = showsCopies({ copies }) ? pluralize(copies, 'copy', 'copies') : fewVotes(votes)
  return words && <span className="whitespace-nowrap">{words}</span>
}

/** Votes, copies and tests of a prompt. */
function CardStats({ prompt }: { prompt: Card }) {
  if (!hasStats(prompt)) return null
  const { votes, copies, testedWith } = prompt
  return (
    <dl className="stats">
      {votes.up + votes.down > 0 && (
        <div>
          <dt>Votes</dt>
          <dd>
            <VoteSummary votes={votes} />
          </dd>
        </div>
      )}
      {showsCopies(prompt) && (
        <div>
          <dt>Copies</dt>
          <dd>{formatNumber(copies)}</dd>
        </div>
      )}
      {testedWith.length > 0 && (
        <div>
          <dt>Tested</dt>
          <dd>
            <TestedModels prompt={prompt} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The picture of an example, on the prompt's card. It takes the same space before it is loaded. */
function CardPicture({ picture: { src, alt, width, height } }: { picture: Picture }) {
  return (
    <picture className="mb-3 block">
      <source type="image/avif" srcSet={`${src}480.avif, ${src}960.avif 2x`} />
      <img
        src={`${src}480.webp`}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        className="h-40 w-full rounded-1 object-cover"
      />
    </picture>
  )
}
