import { Link } from '@tanstack/react-router'
import { Deferred } from '#ui/deferred.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Section } from '#ui/section.tsx'
import { roundsPerMember } from '../round-rules.ts'
import { ExampleButton } from './example-button.tsx'

const loadRounds = () => import('./blind-rounds.tsx').then(({ BlindRounds }) => BlindRounds)

/**
 * Explains blind rounds, and loads them after hydration, since each member draws their own. `mayHaveRounds`: a model
 * answers here, or somebody has voted; otherwise the page offers no vote, and links to what works.
 */
export function BlindRoundPage({ mayHaveRounds }: { mayHaveRounds: boolean }) {
  return (
    <div className="wrap pb-12">
      {mayHaveRounds ? (
        <PageHead title="Which answer is better?">
          Two models got the same prompt. Vote before you know which ones. It costs no credits.
        </PageHead>
      ) : (
        <PageHead title="Blind votes">
          Two answers to one prompt, without names: you say which is better. No votes yet, because no language model is
          connected to this site.
        </PageHead>
      )}
      {/* Reserves the space of a round, and of the invitation that visitors see instead. */}
      <div className={mayHaveRounds ? 'js-only min-h-64 md:min-h-32 [[data-member]_&]:min-h-120' : 'js-only'}>
        <Deferred load={loadRounds} props={{ mayHaveRounds }} waiting={mayHaveRounds ? undefined : null} />
      </div>
      {mayHaveRounds ? (
        <noscript>
          <p className="mt-4">Voting needs JavaScript.</p>
        </noscript>
      ) : (
        <>
          <div className="-mt-1">
            <ExampleButton />
          </div>
          <Section title="What works now">
            <WhatWorks />
          </Section>
        </>
      )}
      <details className="mt-8 border-hair border-t pt-3">
        <summary className="font-semibold">How blind votes work</summary>
        <HowItWorks />
      </details>
    </div>
  )
}

/** What to do while there is nothing to vote on. */
function WhatWorks() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-6 lg:grid-cols-2">
      <div>
        <Link to="/compare" className="btn btn-key btn-big">
          Compare two answers
          <Icon name="arrow-right" />
        </Link>
        <p className="mt-2 text-ink-2 text-small">Paste them from any two chats. Free, no account needed.</p>
      </div>
      <ul className="grid border-hair border-b">
        {otherSteps.map(({ to, label, text }) => (
          <li key={to} className="border-hair border-t">
            <Link to={to} className="grid min-h-12 items-baseline gap-x-3 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <b className="link justify-self-start">{label}</b>
              <span className="text-ink-2 text-small">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const otherSteps = [
  { to: '/prompts/newest', label: 'Newest prompts', text: 'Vote on them: up or down.' },
  { to: '/prompt-generator', label: 'Prompt generator', text: 'Turns an idea into a prompt with blanks.' },
  { to: '/models', label: 'Models', text: 'What they cost, and where to ask them.' },
] as const

function HowItWorks() {
  return (
    <div className="prose mt-3">
      <p>
        The answers come from comparisons that other members published. They are drawn at random, those with the fewest
        votes first. You never get your own comparisons, or one that you have voted on. The order is random too.
      </p>
      <p>
        You see the names after your vote. It counts for the <Link to="/models">leaderboard</Link> like every other
        blind vote. If you change your vote, it stops counting.
      </p>
      <p>
        Some pairs check your attention: the same answer twice, or one that is cut off. Your votes here count once you
        have passed a check, and as long as you pass four of five. You can answer {roundsPerMember.points} rounds a day.
      </p>
    </div>
  )
}
