import { Link } from '@tanstack/react-router'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { rich } from '#ui/rich.ts'
import { roundsPerMember } from '../../round-rules.ts'
import { BlindExample } from './blind-example.tsx'

const loadRounds = () => import('./blind-rounds.tsx').then(({ BlindRounds }) => BlindRounds)

/**
 * Explains blind rounds. The rounds are loaded after hydration, because they are drawn for each member. `mayHaveRounds`
 * means that a language model is connected or somebody has voted. Otherwise the page has an example to try.
 */
export function BlindRoundPage({ mayHaveRounds }: { mayHaveRounds: boolean }) {
  return (
    <div className="wrap pb-12">
      {mayHaveRounds ? (
        <PageHead title={t('Which answer is better?')}>
          {t('Two models got the same prompt. Vote before you see their names. It costs no credits.')}
        </PageHead>
      ) : (
        <PageHead title={t('Blind votes')}>
          {t(
            'Which of two answers is better when you don’t know who wrote them? Try it here. Votes count once the operator connects a language model.',
          )}
        </PageHead>
      )}
      {/* Reserves space for a round, or for the request to sign in that visitors see instead. */}
      <div className={mayHaveRounds ? 'js-only min-h-64 md:min-h-32 [[data-member]_&]:min-h-120' : 'js-only'}>
        <Deferred load={loadRounds} props={{ mayHaveRounds }} placeholder={mayHaveRounds ? undefined : null} />
      </div>
      {mayHaveRounds ? (
        <noscript>
          <p className="mt-4">{t('Voting needs JavaScript.')}</p>
        </noscript>
      ) : (
        <>
          <BlindExample />
          <CompareOwnAnswers />
        </>
      )}
      <details className="mt-8 border-hair border-t pt-3">
        <summary className="font-semibold">{t('How blind votes work')}</summary>
        <HowItWorks />
      </details>
    </div>
  )
}

/** Suggests what to do while there is nothing to vote on. */
function CompareOwnAnswers() {
  return (
    <section aria-labelledby="own-answers" className="mt-10 border-ink border-t-2 pt-4">
      <h2 id="own-answers" className="mb-2 text-h2">
        {t('Now try it with your own prompt')}
      </h2>
      <p className="mb-4 max-w-[42em] text-ink-2">
        {t('Ask two chats the same thing, paste what they answer, and say which is better. Free, without an account.')}
      </p>
      <Link to="/compare" className="btn btn-primary">
        {t('Compare two answers')}
        <Icon name="arrow-right" className="icon-sm" />
      </Link>
    </section>
  )
}

function HowItWorks() {
  return (
    <div className="prose mt-3">
      <p>
        {t(
          'The answers come from comparisons that other members published, drawn at random from those with the fewest votes. You never get your own comparisons, or comparisons that you have voted on. The order is random too.',
        )}
      </p>
      <p>
        {rich(
          'You see the names after your vote. It counts for the <link>leaderboard</link> like every other blind vote. If you change your vote, it stops counting.',
          { link: (text) => <Link to="/models">{text}</Link> },
        )}
      </p>
      <p>
        {t(
          'Some pairs check your attention: they show the same answer twice, and one of the two may be cut off. Your votes here count once you have passed a check, and as long as you pass at least four out of five. You can answer {points} rounds a day.',
          { points: roundsPerMember.points },
        )}
      </p>
    </div>
  )
}
