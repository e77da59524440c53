import { Link } from '@tanstack/react-router'
import { licenseNames } from '#features/catalogue/license-rules.ts'
import { Byline } from '#features/catalogue/web/author-link.tsx'
import { PromptText } from '#features/catalogue/web/prompt-text.tsx'
import type { StartingPoint } from '#features/generator/contract.ts'
import { t } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'

/** Credits the prompt from which a result was adapted. `isByRules`: no model was asked. */
export function AdaptedFrom({ source, isByRules }: { source: StartingPoint; isByRules: boolean }) {
  return (
    <p className="text-small">
      {rich('Adapted from {title} {byline}, {license}.', {
        title: (
          <Link to="/prompt/$slug" params={{ slug: source.slug }} className="link" dir="auto">
            {source.title}
          </Link>
        ),
        byline: <Byline prompt={source} />,
        license: licenseNames[source.licence],
      })}
      {isByRules && ` ${t('No model was asked.')}`}
    </p>
  )
}

/** Lists other prompts of the catalogue that are close to the idea. */
export function CloseOnes({ title, prompts }: { title: string; prompts: StartingPoint[] }) {
  if (prompts.length === 0) return null
  return (
    <section aria-label={title} className="border-hair border-t pt-4">
      <h3 className="mb-2 font-sans text-body tracking-normal">{title}</h3>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {prompts.map((prompt) => (
          <li key={prompt.id} className="border-hair border-t py-3">
            <Link to="/prompt/$slug" params={{ slug: prompt.slug }} className="link font-semibold" dir="auto">
              {prompt.title}
            </Link>
            <p className="my-1 line-clamp-3 font-mono text-code leading-relaxed" dir="auto">
              <PromptText excerpt={prompt.excerpt} />
            </p>
            <p className="text-ink-2 text-small">
              <Byline prompt={prompt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
