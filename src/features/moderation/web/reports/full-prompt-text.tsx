import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { ExactText } from '#features/catalogue/web/exact-text.tsx'
import type { AdminPrompt } from '#features/moderation/content-contract.ts'
import { promptToEditQuery } from '#features/writing/web/own-prompt-queries.ts'
import { t } from '#lib/texts.ts'
import { Skeleton } from '#ui/lists/skeleton.tsx'
import { rich } from '#ui/rich.ts'

/**
 * Shows the moderator a prompt: a link to its page, its picture, and its description, text and tags exactly as they are
 * stored.
 */
export function FullPromptText({ prompt }: { prompt: AdminPrompt }) {
  const { api } = useRouteContext({ from: '__root__' })
  const picture = prompt.result?.picture
  const { data, error } = useQuery(promptToEditQuery(api, prompt.id))
  return (
    <div className="grid gap-2">
      {prompt.status !== 'deleted' && (
        <p>
          {rich('On the site: {link}', {
            link: (
              <Link to="/prompt/$slug" params={{ slug: prompt.slug }} className="link">
                <bdi>{prompt.title}</bdi>
              </Link>
            ),
          })}
        </p>
      )}
      {picture && (
        <img
          src={`${picture.src}960.webp`}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          loading="lazy"
          className="max-h-80 w-full rounded-1 object-contain object-left"
        />
      )}
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
