import { Link } from '@tanstack/react-router'
import type { Model } from '#features/models/contract.ts'
import { hasLanguageModel } from '#features/models/rules.ts'
import { plural, t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { Spinner } from '#ui/spinner.tsx'

const noProps = {}
const loadTool = () => import('./generator-tool.tsx').then(({ GeneratorTool }) => GeneratorTool)

/**
 * Shows the generator's page. The server renders what the generator does and what it costs; the form loads after
 * hydration.
 */
export function GeneratorPage({ models }: { models: Model[] }) {
  return (
    <div className="wrap pb-12">
      <PageHead title={t('Prompt generator')}>
        {t('Describe what you want in your own words. You get a prompt with blanks, ready to edit and publish.')}
      </PageHead>
      {/* Reserves space for the form, because nothing in view should move when the form loads. */}
      <div
        className={`js-only max-md:min-h-[calc(100svh-11rem)] ${hasLanguageModel(models) ? 'min-h-160' : 'min-h-120'}`}
      >
        <Deferred load={loadTool} props={noProps} placeholder={<Waiting />} />
      </div>
      <noscript>
        <p className="mt-4">{t('The generator needs JavaScript. Read below what it does and what it costs.')}</p>
      </noscript>
      <Section title={t('How it works')}>
        <HowItWorks models={models} />
      </Section>
    </div>
  )
}

function Waiting() {
  return (
    <p role="status" className="flex items-center gap-3 text-ink-2">
      <Spinner />
      {t('Loading the generator')}
    </p>
  )
}

function HowItWorks({ models }: { models: Model[] }) {
  // The checker can't write prompts; it only reviews them.
  const writers = models.filter(({ id }) => id !== 'checker')
  const availableModels = writers.filter(({ available }) => available)
  return (
    <div className="grid gap-x-12 gap-y-6 md:grid-cols-2">
      <div className="prose">
        <p>
          {t(
            'The generator turns an idea into a prompt with blanks for what changes each time. You can fill it in, copy it, or open it in the create form and publish it.',
          )}
        </p>
        <p>
          {t(
            'Each run costs credits. The credits are reserved before the run starts and refunded if it fails. Members get free credits every month. You need an account to generate.',
          )}
        </p>
        <p>
          {t(
            'The Composer uses rules, not AI: it searches this catalogue for the prompt that is closest to your idea, fills in what your idea says plainly, and leaves the other blanks to you. It credits that prompt and shows two others. If no prompt fits, it says so, and you pay nothing.',
          )}
        </p>
        <p>
          {t(
            'A language model writes a new prompt, and may adapt one of the catalogue. Such a prompt shows the model’s name.',
          )}
        </p>
      </div>
      <div>
        <h3 className="mb-2 font-sans text-body tracking-normal">{t('Who can write your prompt here')}</h3>
        <ul>
          {availableModels.map(({ id, name, price, vendor }) => (
            <li key={id} className="flex min-h-11 items-center justify-between gap-4 border-hair border-t py-2">
              <span>
                {name}
                {vendor === 'built-in' && <span className="text-ink-2 text-small"> · {t('built-in, no AI')}</span>}
              </span>
              <b className="tabular-nums">{plural(price, '{count} credit', '{count} credits')}</b>
            </li>
          ))}
        </ul>
        {availableModels.length < writers.length && (
          <p className="border-hair border-t pt-2 text-ink-2 text-small">
            {availableModels.some(({ vendor }) => vendor !== 'built-in')
              ? plural(
                  writers.length - availableModels.length,
                  '{count} other model can’t answer on this site yet.',
                  '{count} other models can’t answer on this site yet.',
                )
              : t('No language model is connected to this site.')}{' '}
            <Link to="/models" className="link">
              {t('All models')}
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}
