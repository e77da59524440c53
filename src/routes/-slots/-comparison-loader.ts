import { isNotFoundError, orNotFound } from '#client/not-found.ts'
import type { RouterContext } from '#client/router-context.ts'
import { commentsQuery } from '#features/comments/web/comment-queries.ts'
import type { Comparison } from '#features/comparison/contract.ts'
import { comparisonQuery } from '#features/comparison/web/comparison-queries.ts'
import { modelLine } from '#features/models/model-name-rules.ts'
import type { PageMeta } from '#features/site/web/page-facts.ts'
import { formatList } from '#lib/format-list.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'

/**
 * Loads the data of a comparison's page, and returns its title, description and path, or null if visitors can't see a
 * comparison at this address. Search engines must not index comparisons.
 */
export async function loadComparison(
  { queryClient, api }: RouterContext,
  id: string,
  commentsCursor: string | undefined,
): Promise<PageMeta | null> {
  const comparison = await queryClient.query(comparisonQuery(api, id)).catch((error: unknown) => {
    if (isNotFoundError(error)) return null
    throw error
  })
  if (!comparison) return null
  // A comparison that only its owner can see has no comments.
  if (!comparison.promptHidden && (comparison.published || comparison.shared))
    await orNotFound(queryClient.query(commentsQuery(api, { kind: 'comparison', id, cursor: commentsCursor })))
  return {
    title: titleOf(comparison),
    description: describe(comparison),
    type: 'general',
    path: `/compare/${id}`,
    noIndex: true,
  }
}

function titleOf({ name, prompt }: Comparison): string {
  return name ?? (prompt ? t('Models compared: {title}', { title: prompt.title }) : t('Comparison'))
}

function describe({ answers, hidden: namesAreHidden, createdAt }: Comparison): string {
  const names = namesAreHidden ? [] : answers.map(({ model, vendor }) => modelLine(model, vendor))
  const answersText =
    names.length > 0 ? t('{models}: answers', { models: formatList(names) }) : t('Answers from several models')
  return t('{answersText} to one prompt, side by side, with time and price. Compared on {date}.', {
    answersText,
    date: usDate(createdAt),
  })
}
