import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { type PromptFilters, promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import { orNotFound } from '#web/not-found.ts'
import type { RouterContext } from '#web/router-context.ts'

/** Loads the data of a list of prompts. */
export async function loadPromptList({ queryClient, api }: RouterContext, filters: PromptFilters) {
  await Promise.all([
    queryClient.query(categoriesQuery(api)),
    orNotFound(queryClient.query(promptsQuery(api, filters))),
  ])
}
