import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { TextWithBlanks } from '#features/catalogue/web/prompt-text.tsx'
import type { Comparison } from '#features/comparison/contract.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { fillPrompt } from '#features/variables/variable-rules.ts'
import { formatList } from '#lib/format-list.ts'
import { t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Moment } from '#ui/moment.tsx'
import { rich } from '#ui/rich.ts'
import { distinctTitles } from './answers/answer-title.ts'
import { viewsOf } from './answers/answer-view.ts'
import { comparisonQuery } from './comparison-queries.ts'
import { ComparisonView, type LoadMemberButtons } from './comparison-view.tsx'
import '#features/models/web/run-parts.css'
import './comparison.css'

/** A title with more characters than this is shown in smaller type. */
const longTitle = 50

/**
 * Shows the page of a stored comparison. Its owner can always open it, and others can once it is shared or published.
 * `more` loads additional buttons for members.
 */
export function ComparisonPage({ id, more }: { id: string; more?: LoadMemberButtons }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const { data } = useQuery(comparisonQuery(api, id))
  const title = data ? titleOf(data) : t('Comparison')
  return (
    <div className="wrap pb-12">
      <PageHead title={title} small={title.length > longTitle}>
        {data && (
          <>
            {data.prompt && (
              <>
                {rich('From the prompt {link}', {
                  link: (
                    <Link to="/prompt/$slug" params={{ slug: data.prompt.slug }} className="link" dir="auto">
                      {data.prompt.title}
                    </Link>
                  ),
                })}
                {' · '}
              </>
            )}
            <Moment time={data.createdAt} afterText />
          </>
        )}
      </PageHead>
      {data && data.content !== '' && (
        <details className="disclosure mb-6">
          <summary>{t('The text that the models got')}</summary>
          <div className="cmp-prompt mt-2" dir="auto">
            <TextWithBlanks text={fillPrompt(fillableSegments(data.content), data.variables)} />
          </div>
        </details>
      )}
      <ComparisonView id={id} more={more} onDeleted={() => navigate({ to: '/compare' })} />
    </div>
  )
}

/** The name that the owner gave the comparison, or what was compared: the prompt and the models. */
function titleOf(comparison: Comparison): string {
  const { name, prompt, hidden } = comparison
  if (name !== null || !prompt) return name ?? t('Comparison')
  const { title } = prompt
  if (hidden) return t('Models compared: {title}', { title })
  // A word joiner keeps names such as “GPT-5” on one line.
  const names = distinctTitles(viewsOf(comparison), false).map((model) => model.replaceAll('-', '-\u2060'))
  return t('{title}: {models} compared', { title, models: formatList(names, 'and') })
}
