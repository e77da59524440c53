import { Link } from '@tanstack/react-router'
import { Deferred } from '#ui/deferred.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Section } from '#ui/section.tsx'
import { roundsPerMember } from '../round-rules.ts'

const loadRounds = () => import('./blind-rounds.tsx').then(({ BlindRounds }) => BlindRounds)

/** Explains blind rounds, and loads them after hydration, since each member draws their own. */
export function BlindRoundPage() {
  return (
    <div className="wrap pb-12">
      <PageHead title="Which answer is better?">
        Two models got the same prompt. Vote before you know which ones. It costs no credits.
      </PageHead>
      {/* Reserves the space of a round, and of the invitation that visitors see instead. */}
      <div className="js-only min-h-64 md:min-h-32 [[data-member]_&]:min-h-120">
        <Deferred load={loadRounds} props={{}} />
      </div>
      <noscript>
        <p className="mt-4">Voting needs JavaScript.</p>
      </noscript>
      <Section title="How it works">
        <div className="prose">
          <p>
            The answers come from comparisons that other members published. They are drawn at random, those with the
            fewest votes first. You never get your own comparisons, or one that you have voted on. The order is random
            too.
          </p>
          <p>
            You see the names after your vote. It counts for the <Link to="/models">leaderboard</Link> like every other
            blind vote. If you change your vote, it stops counting.
          </p>
          <p>
            Some pairs check your attention: the same answer twice, or one that is cut off. Your votes here count once
            you have passed a check, and as long as you pass four of five. You can answer {roundsPerMember.points}{' '}
            rounds a day.
          </p>
        </div>
      </Section>
    </div>
  )
}
