import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { User } from '#features/accounts/contract.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { isOwn } from '#features/writing/web/may-edit.ts'
import { t } from '#lib/texts.ts'
import { testResultsQuery } from './result-queries.ts'
import { TestRunner } from './test-runner.tsx'
import '#features/models/web/run-parts.css'

/**
 * Lets the author run the prompt's tests on the text in the editor. Renders nothing for other users, or if the prompt
 * has no test cases.
 */
export function DraftTests({ slug, user, content }: { slug: string; user: User; content: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: prompt } = useQuery(promptQuery(api, slug))
  const { data: tests } = useQuery(testResultsQuery(api, slug))
  if (!prompt || !tests || tests.caseCount === 0 || !isOwn(user, prompt)) return null
  return (
    <details className="disclosure mt-4">
      <summary>{t('Run the prompt’s tests on this text')}</summary>
      <p className="mb-4 text-ink-2 text-small">
        {t(
          'Until exactly this text is published, only you and admins can see these runs, and their results don’t count.',
        )}
      </p>
      <TestRunner slug={slug} content={content} />
    </details>
  )
}
