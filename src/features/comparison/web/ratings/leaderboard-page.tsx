import { Link } from '@tanstack/react-router'
import type { Category } from '#features/catalogue/contract.ts'
import type { Leaderboard } from '#features/comparison/contract.ts'
import { formatCredits } from '#features/credits/rules.ts'
import type { Model } from '#features/models/contract.ts'
import { familyNames, hasLanguageModel } from '#features/models/rules.ts'
import { vendorFacts } from '#features/models/vendor-rules.ts'
import { VendorMark } from '#features/models/web/vendor-mark.tsx'
import { chatOf } from '#features/worksheet/run-target-rules.ts'
import { plural, t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { rich } from '#ui/rich.ts'
import { CostPlot } from './cost-plot.tsx'
import { FamilyPrices } from './family-prices.tsx'
import { type LeaderboardModel, RatingTable } from './rating-table.tsx'
import '#features/models/web/run-parts.css'
import './rating-table.css'

/**
 * Shows the models ranked by blind votes, for all prompts or one category, and explains how the ratings are computed.
 * If there are none, shows how models get ratings or, if no language model is available, the prices of their families.
 */
export function LeaderboardPage({
  board,
  categories,
  category,
  models,
}: {
  board: Leaderboard
  models: Model[]
  categories: Category[]
  category?: string
}) {
  const hasModels = hasLanguageModel(models)
  return (
    <div className="wrap pb-12">
      <PageHead title={t('Models')}>
        {hasModels || board.votes > 0
          ? t('Which answers people prefer when they don’t know who wrote them.')
          : t('What the best-known language models cost through their APIs, and where to chat with each of them.')}
        {board.votes > 0 && ` ${plural(board.votes, '{count} blind vote so far.', '{count} blind votes so far.')}`}
      </PageHead>
      {(board.votes > 0 || hasModels) && (
        <p className="mb-6">
          <Link to="/compare/vote" className="btn">
            {t('Vote on two answers')}
            <Icon name="arrow-right" />
          </Link>
        </p>
      )}
      {(board.models.length > 0 || category !== undefined) && (
        <nav className="mb-6 flex flex-wrap gap-2" aria-label={t('Categories')}>
          <Link to="/models" search={{}} className="chip" activeOptions={{ exact: true }} activeProps={{}}>
            {t('All prompts')}
          </Link>
          {categories.map(({ slug, name }) => (
            <Link
              key={slug}
              to="/models"
              search={{ category: slug }}
              className="chip"
              aria-current={slug === category ? 'true' : undefined}
              data-cat={slug}
            >
              <span className="tile" />
              {name}
            </Link>
          ))}
        </nav>
      )}
      {board.models.length > 0 ? (
        <>
          <RatingTable
            board={board}
            renderDetails={({ model, vendor }) => (
              <>
                <GoodAt categories={board.strengths?.filter((strength) => strength.model === model) ?? []} />
                <TryIt vendor={vendor} />
              </>
            )}
          />
          <CostPlot board={board} />
        </>
      ) : hasModels ? (
        <NothingRated models={models} ratedVotesMin={board.ratedVotesMin} />
      ) : (
        <FamilyPrices models={models} />
      )}
      <Section title={t('How ratings work')}>
        <Method ratedVotesMin={board.ratedVotesMin} isEmpty={!hasModels && board.votes === 0} />
      </Section>
      {board.models.length > 0 && <Downloads board={board} category={category} />}
    </div>
  )
}

/** The categories in which a model is better than average by this site's votes. Nothing is said without votes. */
function GoodAt({ categories }: { categories: NonNullable<Leaderboard['strengths']> }) {
  if (categories.length === 0) return null
  return (
    <span className="block font-normal text-small">
      {t('Good at')}{' '}
      {categories.map(({ category: { name, slug }, votes }, index) => (
        <span key={slug}>
          {index > 0 && ', '}
          <Link to="/models" search={{ category: slug }} className="link">
            {name}
          </Link>{' '}
          <span className="text-ink-2">({plural(votes, '{count} vote', '{count} votes')})</span>
        </span>
      ))}
    </span>
  )
}

/** Links to where a model can be tried: this site's comparisons, and its family's own chat. */
function TryIt({ vendor }: { vendor: LeaderboardModel['vendor'] }) {
  const chat = vendor === 'built-in' ? undefined : chatOf(vendorFacts[vendor].chat)
  return (
    <span className="flex flex-wrap gap-x-4 font-normal text-small">
      <Link to="/compare" className="link">
        {t('Compare it')}
      </Link>
      {chat?.home && (
        <a href={chat.home} target="_blank" rel="noreferrer" className="link">
          {t('Open {name}', { name: chat.name })}
        </a>
      )}
    </span>
  )
}

/** Shows when the ratings were computed, and links to downloads of them with their formula. */
function Downloads({ board, category }: { board: Leaderboard; category?: string }) {
  const query = category === undefined ? '' : `?category=${encodeURIComponent(category)}`
  return (
    <Section title={t('Data')}>
      <p>
        {rich('Computed on {date}. Download the ratings with their formula, as {link} or {link2}.', {
          date: <time dateTime={board.computedAt}>{usDate(board.computedAt)}</time>,
          link: (
            <a className="link" href={`/api/leaderboard.csv${query}`} download="leaderboard.csv">
              CSV
            </a>
          ),
          link2: (
            <a className="link" href={`/api/leaderboard${query}`} download="leaderboard.json">
              JSON
            </a>
          ),
        })}
      </p>
    </Section>
  )
}

/** Explains how models get ratings, and lists the language models that can get one. */
function NothingRated({ models, ratedVotesMin }: { models: Model[]; ratedVotesMin: number }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 lg:grid-cols-2">
      <Section title={t('No blind votes yet')}>
        <ol className="mb-5 grid list-inside list-decimal gap-2">
          <li>{t('Compare two or more models with Blind turned on.')}</li>
          <li>{t('Pick the best answer. Then you see who wrote it.')}</li>
          <li>{t('After {ratedVotesMin} such votes a model gets its rating here.', { ratedVotesMin })}</li>
        </ol>
        <Link to="/compare" className="btn btn-primary btn-big">
          {t('Compare models')}
          <Icon name="arrow-right" />
        </Link>
      </Section>
      <Section title={t('Models that can take part')}>
        <ModelList models={models} />
      </Section>
    </div>
  )
}

/** Lists the families of language models, each with the price of an answer, “With your own key” or “Not connected”. */
function ModelList({ models }: { models: Model[] }) {
  const vendors = [...new Set(models.map(({ vendor }) => vendor))]
  return (
    <ul>
      {vendors.map((vendor) => {
        if (vendor === 'built-in') return null
        const familyModels = models.filter((model) => model.vendor === vendor)
        return (
          <li
            key={vendor}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-hair border-b py-2"
          >
            <span className="min-w-0">
              <VendorMark vendor={vendor} /> <b>{familyNames[vendor]}</b>
              <span className="block text-ink-2 text-small">{familyModels.map(({ id }) => id).join(', ')}</span>
            </span>
            <span className="text-small tabular-nums">{howToTakePart(familyModels)}</span>
          </li>
        )
      })}
    </ul>
  )
}

function howToTakePart(familyModels: Model[]): string {
  const prices = familyModels.flatMap(({ available, price }) => (available ? [price] : []))
  const price = formatCredits(Math.min(...prices))
  if (prices.length > 1) return t('From {price} an answer', { price })
  if (prices.length > 0) return t('{price} an answer', { price })
  return familyModels.some(({ ownKey }) => ownKey !== null) ? t('With your own key') : t('Not connected')
}

/** Explains how ratings are computed. `isEmpty` means that nobody has voted and no language model is connected. */
function Method({ ratedVotesMin, isEmpty }: { ratedVotesMin: number; isEmpty: boolean }) {
  return (
    <div className="prose">
      {isEmpty && (
        <p>
          {t(
            'Nobody has rated models here yet. A model gets its rating after {ratedVotesMin} blind votes on answers that it wrote on this site. Members can get answers with their own keys.',
            { ratedVotesMin },
          )}
        </p>
      )}
      <p>
        {t(
          'Only blind votes count: you pick the best answer before you see who wrote it. Pasted or unfinished answers and those of the built-in engines never count.',
        )}{' '}
        {!isEmpty && t('A model with fewer than {ratedVotesMin} votes gets no rating.', { ratedVotesMin })}
      </p>
      <details className="disclosure">
        <summary>{t('The math')}</summary>
        <p>
          {t(
            'A vote says which answer of a comparison is best, or that two are equally good. It no longer counts once it is changed. Ratings use the Bradley-Terry model, which finds the numbers that explain the votes best. The average is 1,000; 400 points more mean ten times the odds of being preferred. Beating a strong model counts for more than beating a weak one.',
          )}
        </p>
        <p>
          {rich(
            'In a <link>blind round</link> you see two answers of a comparison that somebody else published. Some rounds are attention checks, whose right answer is known. Votes in rounds count once you have passed a check, and as long as you pass at least four out of five. Each member has one vote on a comparison.',
            { link: (text) => <Link to="/compare/vote">{text}</Link> },
          )}
        </p>
        <p>
          {t(
            'The line next to a rating is its 95% interval, from 200 random samples of the votes (bootstrap). Two models whose lines overlap may well be equally good.',
          )}
        </p>
        <p>
          {t(
            'The cost of an answer, in US dollars, is an estimate from the vendors’ price lists; the price, in credits, is what members pay. Both are the median of all answers here.',
          )}
        </p>
        <p>
          {t(
            '“Good at” names the categories in which a model’s whole interval is above the average of 1,000, from at least {ratedVotesMin} blind votes there.',
            { ratedVotesMin },
          )}
        </p>
        <p>
          {t(
            '“Works best with” on a prompt is measured on that prompt alone, from at least 5 blind votes on comparisons that were published there.',
          )}
        </p>
      </details>
    </div>
  )
}
