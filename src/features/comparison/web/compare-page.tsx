import { Link } from '@tanstack/react-router'
import { Deferred } from '#ui/deferred.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Section } from '#ui/section.tsx'

const loadBench = () => import('./comparison-form.tsx').then(({ ComparisonForm }) => ComparisonForm)

/** Comparison of a text of one's own, or of a prompt that the address names: what it is; the bench comes when the page is alive. */
export function ComparePage({ prompt }: { prompt?: string }) {
  return (
    <div className="wrap pb-12">
      <PageHead title="Compare models">One prompt, two to five models, their answers side by side.</PageHead>
      <div className="js-only min-h-160 max-md:min-h-svh">
        <Deferred key={prompt ?? ''} load={loadBench} props={{ slug: prompt }} />
      </div>
      <noscript>
        <p className="mt-4">Comparing needs JavaScript.</p>
      </noscript>
      <Section title="How it works">
        <div className="prose">
          <p>
            Each model gets the same text, at the same time, without instructions of ours. You see the time to the first
            word, the whole time, the tokens and the price. Every answer has its price in credits, said beforehand; what
            fails is given back, one by one.
          </p>
          <p>
            A blind comparison hides the names until you have voted. Only such votes make the{' '}
            <Link to="/models">leaderboard</Link>. Composer and Checker are built in: rules, no AI. They never stand in
            it.
          </p>
          <p>A comparison is yours alone until you share its link or publish it on the page of its prompt.</p>
        </div>
      </Section>
    </div>
  )
}
