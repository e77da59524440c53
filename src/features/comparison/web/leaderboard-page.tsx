import { Link } from '@tanstack/react-router'
import type { Category } from '#features/catalogue/contract.ts'
import type { Leaderboard } from '#features/comparison/contract.ts'
import { counted } from '#lib/numbers.ts'
import { Empty } from '#ui/empty.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Section } from '#ui/section.tsx'
import { RatingTable } from './rating-table.tsx'
import './rating-table.css'

/** The models by blind votes, for all prompts or one category, and how the ratings are computed. */
export function LeaderboardPage({
  board,
  categories,
  category,
}: {
  board: Leaderboard
  categories: Category[]
  category?: string
}) {
  return (
    <div className="wrap pb-12">
      <PageHead title="Models">
        Which answers people prefer when they don’t know who wrote them. {counted(board.votes, 'blind vote')} so far.
      </PageHead>
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
          No language model has been compared here yet.
        </Empty>
      )}
      <Section title="How ratings work">
        <Method ratedFrom={board.ratedFrom} />
      </Section>
    </div>
  )
}

function Method({ ratedFrom }: { ratedFrom: number }) {
  return (
    <div className="prose">
      <p>
        Only blind votes count: votes cast without seeing the names, and not changed since. A vote says which answer of
        a comparison is best, or that two are equally good. Answers that were pasted in, that broke off, or that the
        built-in engines wrote never count.
      </p>
      <p>
        Ratings follow the Bradley-Terry model, which finds the numbers that explain the votes best. 1000 is the middle.
        400 points more mean ten times the odds of being preferred. Beating a strong model counts for more than beating
        a weak one.
      </p>
      <p>
        The line is the 95 % interval, from 200 random samples of the votes (bootstrap). Two models whose lines overlap
        may well be equally good. A model with fewer than {ratedFrom} votes gets no rating.
      </p>
      <p>
        “Works best with” on a prompt is measured on that prompt alone, from at least 5 blind votes on comparisons that
        were published there.
      </p>
    </div>
  )
}
