import { Link } from '@tanstack/react-router'
import type { Category } from '#features/catalogue/contract.ts'
import type { Leaderboard } from '#features/comparison/contract.ts'
import { formatCredits } from '#features/credits/rules.ts'
import type { Model } from '#features/models/contract.ts'
import { familyNames } from '#features/models/rules.ts'
import { pluralize } from '#lib/numbers.ts'
import { Empty } from '#ui/empty.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Section } from '#ui/section.tsx'
import { RatingTable } from './rating-table.tsx'
import '#features/models/web/run-parts.css'
import './rating-table.css'

/** The models by blind votes, for all prompts or one category, and how the ratings are computed. */
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
  return (
    <div className="wrap pb-12">
      <PageHead title="Models">
        Which answers people prefer when they don’t know who wrote them. {pluralize(board.votes, 'blind vote')} so far.
      </PageHead>
      {(board.models.length > 0 || category !== undefined) && (
        <nav className="mb-6 flex flex-wrap gap-2" aria-label="Categories">
          <Link to="/models" search={{}} className="chip" activeOptions={{ exact: true }} activeProps={{}}>
            All prompts
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
        <RatingTable board={board} />
      ) : (
        <Empty
          action={
            <Link to="/compare" className="btn whitespace-normal">
              Compare models
            </Link>
          }
        >
          No blind votes yet.
        </Empty>
      )}
      {board.models.length === 0 && (
        <Section title="Who can take part">
          <ModelList models={models} />
        </Section>
      )}
      <Section title="How ratings work">
        <Method ratedFrom={board.ratedFrom} />
      </Section>
    </div>
  )
}

/** The language models of this site, with the price of an answer or what to do without one. */
function ModelList({ models }: { models: Model[] }) {
  return (
    <ul className="max-w-160">
      {models.map(
        ({ id, vendor, price, available, ownKey }) =>
          vendor !== 'built-in' && (
            <li
              key={id}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-hair border-t py-2"
            >
              <span>
                <b>{familyNames[vendor]}</b> <span className="text-ink-2 text-small">{id}</span>
              </span>
              <span className="text-small tabular-nums">
                {available ? formatCredits(price) : ownKey ? 'Own key or pasted' : 'Pasted'}
              </span>
            </li>
          ),
      )}
    </ul>
  )
}

function Method({ ratedFrom }: { ratedFrom: number }) {
  return (
    <div className="prose">
      <p>
        Only blind votes count: you model-options the best answer before you see who wrote it. Answers that were pasted
        in, that broke off, or that the built-in engines wrote never count. A model with fewer than {ratedFrom} votes
        gets no rating.
      </p>
      <details className="fold">
        <summary>The math</summary>
        <p>
          A vote says which answer of a comparison is best, or that two are equally good. It stops counting once it is
          changed. Ratings follow the Bradley-Terry model, which finds the numbers that explain the votes best. 1000 is
          the middle. 400 points more mean ten times the odds of being preferred. Beating a strong model counts for more
          than beating a weak one.
        </p>
        <p>
          The line is the 95 % interval, from 200 random samples of the votes (bootstrap). Two models whose lines
          overlap may well be equally good.
        </p>
        <p>
          “Works best with” on a prompt is measured on that prompt alone, from at least 5 blind votes on comparisons
          that were published there.
        </p>
      </details>
    </div>
  )
}
