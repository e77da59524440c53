import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { ExactText } from '#features/catalogue/web/exact-text.tsx'
import type { AdminPrompt } from '#features/moderation/content-contract.ts'
import { promptToEditQuery } from '#features/writing/web/own-prompt-queries.ts'
import { t } from '#lib/texts.ts'
import { Skeleton } from '#ui/lists/skeleton.tsx'

/** Shows the moderator the description, text and tags of a prompt, exactly as they are stored. */
export function FullPromptText({ prompt }: { prompt: AdminPrompt }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, error } = useQuery(promptToEditQuery(api, prompt.id))
  return (
    <div className="grid gap-2">
      {prompt.description && (
        <p className="max-w-[42em] text-ink-2" dir="auto">
          {prompt.description}
        </p>
      )}
      {error ? (
        <p role="alert">{error.message}</p>
      ) : data ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        <section aria-label={t('Text')} tabIndex={0} className="framed max-h-96 overflow-auto p-4">
          <pre className="whitespace-pre-wrap font-mono text-code leading-relaxed [overflow-wrap:anywhere]" dir="auto">
            <ExactText text={data.content} />
          </pre>
        </section>
      ) : (
        <Skeleton className="h-32" />
      )}
      {prompt.tags.length > 0 && (
        <p className="flex flex-wrap gap-x-3" dir="auto">
          {prompt.tags.map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
