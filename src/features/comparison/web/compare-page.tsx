import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Model } from '#features/models/contract.ts'
import { hasLanguageModel } from '#features/models/rules.ts'
import { t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { rich } from '#ui/rich.ts'
import type { RenderCheck } from './comparison-form.tsx'

const loadExample = () => import('./comparison-example.tsx').then(({ ComparisonExample }) => ComparisonExample)
const noProps = {}

const loadForm = () => import('./comparison-form.tsx').then(({ ComparisonForm }) => ComparisonForm)

/**
 * Explains comparisons, and loads the form after hydration. If no language model is available, says what to do instead.
 * `prompt` is a prompt's slug from the URL. `renderCheck` renders the tool that checks the prompt in the form.
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
  const hasModels = hasLanguageModel(models)
  return (
    <div className="wrap pb-12">
      <PageHead title={t('Compare models')}>
        {hasModels
          ? t('One prompt, two to five models, their answers side by side.')
          : t(
              'Ask two or more chats the same thing, paste their answers, and read them side by side. Free, no account needed.',
            )}
      </PageHead>
      {!hasModels && prompt === undefined && (
        <div className="-mt-3 mb-4">
          <ExampleButton />
        </div>
      )}
      {/* Reserves space for the form, because nothing should move when the form loads. */}
      <div className="js-only min-h-160 max-md:min-h-svh">
        <Deferred key={prompt ?? ''} load={loadForm} props={{ slug: prompt, renderCheck }} />
      </div>
      <noscript>
        <p className="mt-4">{t('Comparing needs JavaScript.')}</p>
      </noscript>
      <Section title={t('How it works')}>{hasModels ? <WithModels /> : <WithPastedAnswers />}</Section>
    </div>
  )
}

function WithModels() {
  return (
    <div className="prose">
      <p>
        {t(
          'Each model gets the same text, at the same time, with nothing added. You see the price of every answer in credits before you start, then the time to the first word, the total time and the tokens. You get a refund for each answer that fails.',
        )}
      </p>
      <p>
        {t(
          'If a model can’t answer here, ask it elsewhere and paste its answer. That costs no credits and doesn’t count toward ratings.',
        )}
      </p>
      <p>
        {rich(
          'A blind comparison hides the names until you have voted. Only blind votes count for the <link>leaderboard</link>. You can also <link2>vote on other people’s comparisons</link2>, without credits. The Composer is built in. It uses rules, not AI, and never appears on the leaderboard.',
          { link: (text) => <Link to="/models">{text}</Link>, link2: (text) => <Link to="/compare/vote">{text}</Link> },
        )}
      </p>
      <p>{t('Only you can see a comparison until you share its link or publish it on the prompt’s page.')}</p>
    </div>
  )
}

/** Lists the steps on a site without language models. */
function WithPastedAnswers() {
  return (
    <div className="prose">
      <ol className="mb-3 grid list-inside list-decimal gap-2">
        <li>
          {t(
            'Write your prompt, or choose an example. Then ask each chat. Its button opens the chat with your text, or copies the text for you to paste.',
          )}
        </li>
        <li>{t('Paste each answer into its field and select Compare.')}</li>
        <li>
          {t(
            'Read the answers side by side, see what only one of them says, and note which is better. Sign in to save them or share a link.',
          )}
        </li>
      </ol>
      <p>
        {rich(
          'Only you can see a comparison until you share it. Pasted answers cost no credits and don’t count toward <link>ratings</link>.',
          { link: (text) => <Link to="/models">{text}</Link> },
        )}
      </p>
    </div>
  )
}

/** Shows a button that opens an example. The example is loaded on demand, because it includes the Composer's rules. */
function ExampleButton() {
  const [isShown, setShown] = useState(false)
  return (
    <div className="js-only">
      <button type="button" className="btn" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? t('Hide the example') : t('See an example')}
      </button>
      {isShown && <Deferred load={loadExample} props={noProps} />}
    </div>
  )
}
