import type { RouterContext } from '#client/router-context.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { PromptSection } from '#features/catalogue/rules.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { commentsQuery } from '#features/comments/web/comment-queries.ts'
import { promptComparisonsQuery } from '#features/comparison/web/comparison-queries.ts'
import { examplesQuery } from '#features/examples/web/example-queries.ts'
import { testResultsQuery } from '#features/prompt-tests/web/result-queries.ts'

/**
 * Stores what the API would answer for the sections of a prompt's page that have no entries, so that they aren't
 * requested. They count as being as old as the prompt. The prompt's `sections` are removed, because the page that the
 * server sends has these answers instead. `showsComparisons`: whether the page has the section of comparisons.
 */
export function leaveOutEmptySections(
  { queryClient, api }: Pick<RouterContext, 'queryClient' | 'api'>,
  { sections, ...prompt }: Prompt,
  { showsComparisons, comments: cursor }: { showsComparisons: boolean; comments: string | undefined },
): void {
  if (!sections) return
  const { id, slug, version } = prompt
  const promptKey = promptQuery(api, slug).queryKey
  const updatedAt = queryClient.getQueryState(promptKey)?.dataUpdatedAt
  const isEmpty = (name: PromptSection, queryKey: readonly unknown[]) =>
    !sections.includes(name) && queryClient.getQueryData(queryKey) === undefined
  const noEntries = { items: [], nextCursor: null, total: 0 }
  const examples = examplesQuery(api, slug).queryKey
  if (isEmpty('examples', examples)) queryClient.setQueryData(examples, { ...noEntries, isOpen: true }, { updatedAt })
  const comments = commentsQuery(api, { kind: 'prompt', id, cursor }).queryKey
  // With a cursor, the API refuses one that can't exist.
  if (prompt.status === 'published' && cursor === undefined && isEmpty('comments', comments))
    queryClient.setQueryData(
      comments,
      {
        ...noEntries,
        ...{ subjectId: id, closed: false, mayClose: false, version },
        usage: { since: version, models: [], earlier: 0 },
      },
      { updatedAt },
    )
  const comparisons = promptComparisonsQuery(api, id).queryKey
  if (showsComparisons && isEmpty('comparisons', comparisons))
    queryClient.setQueryData(comparisons, noEntries, { updatedAt })
  const tests = testResultsQuery(api, slug).queryKey
  if (isEmpty('tests', tests))
    queryClient.setQueryData(tests, { version, caseCount: 0, results: [], measuredVersion: null }, { updatedAt })
  queryClient.setQueryData(promptKey, prompt, { updatedAt })
}
