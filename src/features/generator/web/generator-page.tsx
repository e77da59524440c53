import { Link } from '@tanstack/react-router'
import type { GeneratorExample } from '#features/generator/example-rules.ts'
import type { Model } from '#features/models/contract.ts'
import { builtInBadge } from '#features/models/model-name-rules.ts'
import { pluralize } from '#lib/numbers.ts'
import { Deferred } from '#ui/deferred.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Section } from '#ui/section.tsx'
import { Spinner } from '#ui/spinner.tsx'

const loadTool = () => import('./generator-tool.tsx').then(({ GeneratorTool }) => GeneratorTool)

/**
 * Shows the generator's page. The server renders what the generator does and what it costs; the form loads after
 * hydration.
 */
export function GeneratorPage({
  models,
  example,
}: {
  models: Model[]
  /** An example idea and the prompt that the Composer wrote for it. */
  example: GeneratorExample
}) {
  return (
    <div className="wrap pb-12">
      <PageHead title="Prompt generator">
        Describe what you want in your own words. You get a prompt with blanks, ready to edit and publish.
      </PageHead>
      {/* Reserves space for the form, because nothing in view should move when the form loads. */}
      <div className="js-only min-h-160 max-md:min-h-[calc(100svh-11rem)]">
        <Deferred load={loadTool} props={{ example }} placeholder={<Waiting />} />
      </div>
      <noscript>
        <p className="mt-4">The generator needs JavaScript. Read below what it does and what it costs.</p>
      </noscript>
      <Section title="How it works">
        <HowItWorks models={models} />
      </Section>
    </div>
  )
}

function Waiting() {
  return (
    <p role="status" className="flex items-center gap-3 text-ink-2">
      <Spinner />
      Loading the generator
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
          The generator turns an idea into a prompt with a role, a task, limits, an output format, and blanks for what
          changes each time. You can refine it, fill it in, copy it, or open it in the create form and publish it.
        </p>
        <p>
          Each run costs credits. The credits are reserved before the run starts and refunded if it fails. Members get
          free credits every month. You need an account to generate.
        </p>
        <p>
          The Composer uses rules, not AI: it recognizes the kind of task, keeps your words, adds missing parts, and
          leaves blanks for the rest. It recognizes the kind only in English; for an idea in another language, choose
          the kind yourself. Prompts written by a language model show its name.
        </p>
      </div>
      <div>
        <h3 className="mb-2 font-sans text-body tracking-normal">Who can write your prompt here</h3>
        <ul>
          {availableModels.map(({ id, name, price, vendor }) => (
            <li key={id} className="flex min-h-11 items-center justify-between gap-4 border-hair border-t py-2">
              <span>
                {name}
                {vendor === 'built-in' && (
                  <span className="text-ink-2 text-small">, {builtInBadge.replace('B', 'b')}</span>
                )}
              </span>
              <b className="tabular-nums">{pluralize(price, 'credit')}</b>
            </li>
          ))}
        </ul>
        {availableModels.length < writers.length && (
          <p className="border-hair border-t pt-2 text-ink-2 text-small">
            {availableModels.some(({ vendor }) => vendor !== 'built-in')
              ? `${pluralize(writers.length - availableModels.length, 'other model')} can’t answer on this site yet.`
              : 'No language model is connected to this site.'}{' '}
            <Link to="/models" className="link">
              All models
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}
