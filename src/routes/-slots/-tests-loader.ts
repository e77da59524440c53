import { redirect } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import type { RouterContext } from '#client/router-context.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { testRunQuery, testRunsQuery, testsQuery } from '#features/prompt-tests/web/test-queries.ts'
import type { PageMeta } from '#features/site/web/page-facts.ts'
import { t } from '#lib/texts.ts'

/**
 * `run`: the id of a test run to show instead of the list of runs. `case`: the position of the case whose answers are
 * shown. `cursor`: where the shown page of the list begins.
 */
export type TestsSearch = { run?: string; case?: number; cursor?: string }

/**
 * Loads the data of the page with a prompt's tests, and returns the page's title, description and path. Throws a
 * redirect if `requestedSlug` is a former slug or an id.
 */
export async function loadTests(
  { queryClient, api }: RouterContext,
  requestedSlug: string,
  { run, case: caseIndex, cursor }: TestsSearch,
): Promise<PageMeta> {
  const { slug, title } = await orNotFound(queryClient.query(promptQuery(api, requestedSlug)))
  if (slug !== requestedSlug) throw redirect({ to: '/prompt/$slug/tests', params: { slug }, statusCode: 301 })
  if (run) await orNotFound(queryClient.query(testRunQuery(api, slug, run, caseIndex)))
  else {
    await orNotFound(queryClient.query(testsQuery(api, slug)))
    await Promise.all([
      orNotFound(queryClient.query(testRunsQuery(api, slug, cursor))),
      queryClient.query(modelsQuery(api)),
    ])
  }
  return {
    title: t('Tests of {title}', { title }),
    description: t('Test cases for “{title}”, with checks, and with answers by model.', { title }),
    type: 'general',
    path: `/prompt/${slug}/tests`,
  }
}
