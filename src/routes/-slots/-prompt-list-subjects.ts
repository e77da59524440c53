import type { RouterContext } from '#client/router-context.ts'
import { type PromptFilters, promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import type { JsonLdSubject } from '#features/site/web/json-ld.ts'

/**
 * What the JSON-LD of a page with a list of prompts describes: the list, under this name, with its prompts. Empty if
 * the list isn't loaded.
 */
export function promptListSubjects({ queryClient, api }: RouterContext, name: string, filters: PromptFilters) {
  const page = queryClient.getQueryData(promptsQuery(api, filters).queryKey)
  const items = page?.items.map(({ title, slug }) => ({ name: title, path: `/prompt/${slug}` }))
  const subjects: JsonLdSubject[] = items ? [{ kind: 'list', name, items }] : []
  return subjects
}
