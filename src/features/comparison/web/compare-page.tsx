import { Link } from '@tanstack/react-router'
import type { Model } from '#features/models/contract.ts'
import { Deferred } from '#ui/deferred.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Section } from '#ui/section.tsx'
import type { RenderCheck } from './comparison-form.tsx'

const loadForm = () => import('./comparison-form.tsx').then(({ ComparisonForm }) => ComparisonForm)

/**
 * Explains comparisons, and loads the form after hydration. `prompt`: a prompt's slug from the URL. If no language
 * model is available, says what to do instead.
 */
export function ComparePage({
  prompt,
  models,
  renderCheck,
}: {
  prompt?: string
  models: Model[]
  renderCheck: RenderCheck
}) {
  const canAnswer = models.some(({ vendor, available }) => available && vendor !== 'built-in')
  return (
    <div className="wrap pb-12">
      <PageHead title="Compare models">
        One prompt, two to five models, their answers side by side.
        {!canAnswer &&
          ' Copy your text into the chats you use, then paste their answers here. That needs no account. Members can also save and share a comparison, or use their own key.'}
      </PageHead>
      {/* Reserves the space of the form, so that nothing moves when it loads. */}
      <div className="js-only min-h-160 max-md:min-h-svh">
        <Deferred key={prompt ?? ''} load={loadForm} props={{ slug: prompt, renderCheck }} />
      </div>
      <noscript>
        <p className="mt-4">Comparing needs JavaScript.</p>
      </noscript>
      <Section title="How it works">
        <div className="prose">
          <p>
            Each model gets the same text, at the same time, with nothing added. You see the price of every answer in
            credits before you start, then the time to the first word, the total time and the tokens. Failed answers are
            refunded one by one.
          </p>
          <p>
            If a model can’t answer here, ask it elsewhere and paste its answer. That costs no credits and doesn’t count
            toward ratings.
          </p>
          <p>
            A blind comparison hides the names until you have voted. Only blind votes count for the{' '}
            <Link to="/models">leaderboard</Link>. You can also{' '}
            <Link to="/compare/vote">vote on other people’s comparisons</Link>, without credits. The Composer is built
            in. It uses rules, not AI, and never appears there.
          </p>
          <p>Only you can see a comparison until you share its link or publish it on the prompt’s page.</p>
        </div>
      </Section>
    </div>
  )
}
