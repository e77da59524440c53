import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromptCard as Card } from '#features/catalogue/contract.ts'
import { imageCategory, type PromptSort, publicationTime, showsCopies } from '#features/catalogue/rules.ts'
import type { CardPicture as Picture } from '#features/results/contract.ts'
import { ResultLabel } from '#features/results/web/result-label.tsx'
import { formatNumber } from '#lib/numbers.ts'
import { plural, t } from '#lib/texts.ts'
import { mediumUsDate, usDate } from '#lib/us-date.ts'
import { wilsonInterval } from '#lib/wilson.ts'
import { percent } from '#ui/lists/interval-bar.tsx'
import { CardByline } from './author-link.tsx'
import { CategoryLink } from './category-link.tsx'
import { ownDescription } from './own-description.ts'
import { PictureLine } from './picture-facts.tsx'
import { PromptBadge } from './prompt-badge.tsx'
import { PromptTags } from './prompt-tags.tsx'
import { PromptText } from './prompt-text.tsx'
import { TestedModels } from './tested-models.tsx'
import { drawnInterval, VoteSummary, votesInWords } from './vote-summary.tsx'

/**
 * The texts of a prompt in which the matches of a search are marked. `tags` are the matching tags. `badge` says how the
 * prompt was found.
 */
type FoundTexts = { title: ReactNode; description: ReactNode; text: ReactNode; tags: string[]; badge?: ReactNode }

/**
 * A prompt as a cell of a grid: category, title, text, tags, numbers. The whole cell links to the prompt. `found`
 * replaces the prompt's own texts. `actions` are buttons from other features.
 */
export function PromptCard({
  prompt,
  found,
  actions,
  within,
  sort,
  personNames,
  heading: Heading = 'h3',
}: {
  prompt: Card
  found?: FoundTexts
  actions?: ReactNode
  /** The slug of the category that the page is about. Its name isn't repeated on the card. */
  within?: string
  /** The order of the list that the card is in. The card begins with the number or date by which the list is sorted. */
  sort?: PromptSort
  /** The names of the person whom the page is about. They aren't repeated on the card. */
  personNames?: string[]
  heading?: 'h2' | 'h3'
}) {
  const { slug, category, language } = prompt
  // Without a picture, an image prompt shows only its own words.
  const isInWords = category.slug === imageCategory && !prompt.result?.picture && !found
  const description = isInWords ? null : ownDescription(prompt)
  const { picture, result } = prompt
  const shownPicture = result?.picture
  const answer = !shownPicture && !isInWords && result?.text
  // If a list of all categories isn't sorted by “newest”, most of its first prompts are community picks, so the badge
  // would say little.
  const showsPick = !sort || sort === 'newest' || within !== undefined
  const communityPick = prompt.communityPick && showsPick
  const badge = (!prompt.group && found?.badge) || <PromptBadge prompt={{ ...prompt, communityPick }} />
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
        <div className="mb-2 flex items-center justify-between gap-2 max-sm:flex-wrap">
          <CategoryLink category={category} hasTile={false} />
          {badge}
        </div>
      )}
      <div>
        {shownPicture && (
          <CardPicture picture={shownPicture} className="mb-3 h-32 w-full rounded-1 object-cover max-sm:h-40" />
        )}
        {within === category.slug ? (
          // A badge on a separate line would add an empty line to all cards in the same row.
          <div className="flex flex-wrap items-start justify-between gap-x-2">
            {title}
            {(prompt.featured || communityPick || prompt.group || found) && (
              <span className="mb-2 flex min-w-0">{badge}</span>
            )}
          </div>
        ) : (
          title
        )}
        {description && (
          <p className="card-description line-clamp-2" dir="auto" lang={language}>
            {found?.description ?? description}
          </p>
        )}
        {/* A picture replaces the text, except in search results, which show the matching text. */}
        {(!shownPicture || found) && (
          <p className="excerpt" dir="auto" lang={language}>
            {found?.text ?? <PromptText excerpt={prompt.excerpt} />}
          </p>
        )}
        {answer && (
          <figure className="card-result">
            <blockquote className="line-clamp-3 whitespace-pre-line max-sm:line-clamp-2" dir="auto">
              {answer}
            </blockquote>
            <figcaption>
              <ResultLabel result={result} />
            </figcaption>
          </figure>
        )}
      </div>
      <div className="mb-3 self-end">
        {picture && <PictureLine picture={picture} />}
        <PromptTags tags={prompt.tags} matching={found?.tags}>
          {sort === 'newest' && <span className="whitespace-nowrap">{mediumUsDate(publicationTime(prompt))}</span>}
          {!hasStats(prompt, sort) && <OnlyStat prompt={prompt} />}
        </PromptTags>
      </div>
      <div className="foot">
        <CardStats prompt={prompt} sort={sort} />
        <div className="byline flex min-h-10 items-center gap-3 text-ink-2 text-small">
          <CardByline prompt={prompt} personNames={personNames} />
          {actions && <span className="relative z-1 -me-2 ms-auto flex">{actions}</span>}
        </div>
      </div>
    </article>
  )
}

/**
 * Tells whether a card has a row of numbers. If it has only one number (copies or a few votes), that number precedes the
 * tags instead, unless the list is sorted by it.
 */
function hasStats({ votes, copies, testedWith, proof }: Card, sort?: PromptSort): boolean {
  if (testedWith.length > 0 || drawnInterval(votes)) return true
  const isVoted = votes.up + votes.down > 0
  if (sort === 'highest-rated') return isVoted
  if (sort === 'proved' && proof?.state === 'proved') return true
  return sort === 'popular' ? copies > 0 : isVoted && showsCopies({ copies })
}

/** The only number of a card that has no row of numbers, in words. */
function OnlyStat({ prompt: { votes, copies } }: { prompt: Card }) {
  const words = showsCopies({ copies }) ? plural(copies, '{count} copy', '{count} copies') : votesInWords(votes)
  return words && <span className="whitespace-nowrap">{words}</span>
}

/** Shows votes, copies and tests of a prompt, starting with the number that the list is sorted by. */
function CardStats({ prompt, sort }: { prompt: Card; sort?: PromptSort }) {
  if (!hasStats(prompt, sort)) return null
  const { votes, copies, testedWith, proof } = prompt
  const isSortedByCopies = sort === 'popular'
  const interval = sort === 'highest-rated' && wilsonInterval(votes.up, votes.down)
  const copiesStat = (isSortedByCopies ? copies > 0 : showsCopies(prompt) && !interval) && (
    <Stat name={t('Copies')}>{formatNumber(copies)}</Stat>
  )
  return (
    <dl className="stats">
      {sort === 'proved' && proof?.state === 'proved' && <Stat name={t('Last tested')}>{usDate(proof.madeAt)}</Stat>}
      {isSortedByCopies && copiesStat}
      {interval && (
        <Stat name={t('Would like it')}>
          {percent(interval.low)}
          <small>{t('or more')}</small>
        </Stat>
      )}
      {votes.up + votes.down > 0 && (
        <Stat name={t('Votes')}>
          {interval ? votesInWords(votes) : <VoteSummary votes={votes} isTight={testedWith.length > 0} />}
        </Stat>
      )}
      {!isSortedByCopies && copiesStat}
      {testedWith.length > 0 && (
        <Stat name={t('Tested')}>
          <TestedModels prompt={prompt} />
        </Stat>
      )}
    </dl>
  )
}

function Stat({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/**
 * The picture of a prompt in a list, about 300 pixels wide. `isFirst`: it is loaded immediately, and not only when it
 * comes near the screen.
 */
export function CardPicture({
  picture: { src, alt, width, height },
  className,
  isFirst = false,
}: {
  picture: Picture
  className?: string
  isFirst?: boolean
}) {
  return (
    <picture>
      <source type="image/avif" srcSet={`${src}480.avif, ${src}960.avif 2x`} />
      <img
        src={`${src}480.webp`}
        alt={alt}
        width={width}
        height={height}
        loading={isFirst ? undefined : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        className={className}
      />
    </picture>
  )
}
