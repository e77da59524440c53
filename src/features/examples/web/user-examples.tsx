import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { plural, t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { ExampleFigure } from './example-figure.tsx'
import { userExamplesQuery } from './example-queries.ts'

/**
 * What a member got from prompts, newest first, each with a link to its prompt. Renders nothing if there is none, or if
 * it could not be loaded.
 */
export function UserExamples({ username }: { username: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery(userExamplesQuery(api, username))
  if (!data || data.items.length === 0) return null
  const total = data.totalIsFloor
    ? t('{total} examples or more', { total: data.total })
    : plural(data.total, '{count} example', '{count} examples')
  return (
    <Section title={t('Results')} aside={data.nextCursor ? t('{total}, the newest first', { total }) : total}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {data.items.map((example) => (
          <li key={example.id} className="grid content-start gap-2">
            <h3 className="text-card" dir="auto" lang={example.prompt.language}>
              <Link to="/prompt/$slug" params={{ slug: example.prompt.slug }} data-list-item="">
                {example.prompt.title}
              </Link>
            </h3>
            <ExampleFigure example={example} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
