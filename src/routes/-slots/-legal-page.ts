import type { RouterContext } from '#client/router-context.ts'
import { siteFacts } from '#client/site-facts.ts'
import { legalPageQuery } from '#features/site/web/legal-page-queries.ts'
import type { LegalPageName } from '#lib/legal-pages.ts'

/** Whether the operator has provided a text for this page in the site folder (SITE_DIR). */
export function hasOperatorText(name: LegalPageName): boolean {
  return siteFacts().brand?.pages?.includes(name) ?? false
}

/** Loads the operator's text of a legal page and returns its title, or undefined if the operator has provided none. */
export async function loadLegalPage(
  { queryClient, api }: RouterContext,
  name: LegalPageName,
): Promise<string | undefined> {
  return hasOperatorText(name) ? (await queryClient.query(legalPageQuery(api, name))).title : undefined
}
