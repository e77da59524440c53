import { type TestPrompt, wordsOf } from './prompts-by-state.ts'

/** The addresses at which a page may show a prompt. `shows`: whether visitors see published prompts there. */
export type PageRow = { addresses: (prompt: TestPrompt) => string[]; shows: boolean }

const shows = (...addresses: ((prompt: TestPrompt) => string)[]): PageRow => ({
  addresses: (prompt) => addresses.map((address) => address(prompt)),
  shows: true,
})
const hides = (...addresses: ((prompt: TestPrompt) => string)[]): PageRow => ({ ...shows(...addresses), shows: false })

/**
 * The pages that show prompts to visitors, take a prompt in their query or have a parameter in their path, by route. No
 * other page shows visitors a prompt.
 */
export const pageTable: Record<string, PageRow> = {
  '/': shows(() => '/'),
  '/prompts': shows(
    () => '/prompts',
    ({ state }) => `/prompts?tag=${wordsOf(state).tag}`,
    () => '/prompts?view=table',
  ),
  '/prompts/newest': shows(() => '/prompts/newest'),
  '/prompts/popular': shows(() => '/prompts/popular'),
  '/prompts/highest-rated': shows(() => '/prompts/highest-rated'),
  '/prompts/proved': shows(() => '/prompts/proved'),
  '/category/$slug': shows(() => '/category/research'),
  '/prompt/$slug': shows(({ slug }) => `/prompt/${slug}`),
  '/prompt/$slug/forks': shows(({ slug }) => `/prompt/${slug}/forks`),
  '/prompt/$slug/tests': shows(({ slug }) => `/prompt/${slug}/tests`),
  '/prompt/$slug/history': hides(({ slug }) => `/prompt/${slug}/history`),
  '/prompt/$slug/statistics': hides(({ slug }) => `/prompt/${slug}/statistics`),
  '/prompt/$slug/suggest': hides(({ slug }) => `/prompt/${slug}/suggest`),
  '/suggested-edit/$id': hides(({ changeRequestId, id }) => `/suggested-edit/${changeRequestId || id}`),
  '/approval/$id': hides(({ id }) => `/approval/${id}`),
  '/approval/$id/edit': hides(({ id }) => `/approval/${id}/edit`),
  '/groups/waiting': hides(() => '/groups/waiting'),
  '/prompt/$slug/edit': hides(({ slug }) => `/prompt/${slug}/edit`),
  '/search': shows(({ state }) => `/search?q=${wordsOf(state).text}`),
  '/contributors': shows(() => '/contributors'),
  '/user/$username': shows(({ author }) => `/user/${author}`),
  '/author/$name': hides(() => '/author/nobody'),
  '/compare/$id': shows(({ comparisonId, id }) => `/compare/${comparisonId || id}`),
  '/compare': hides(({ slug }) => `/compare?prompt=${slug}`),
  '/create-prompt': hides(({ slug }) => `/create-prompt?fork=${slug}`),
  '/admin/edit-prompt': hides(({ slug }) => `/admin/edit-prompt?id=${slug}`),
  '/collections': shows(() => '/collections'),
  '/collection/$slug': shows(({ collectionSlug }) => `/collection/${collectionSlug}`),
  '/collection/$slug/edit': hides(({ collectionSlug }) => `/collection/${collectionSlug}/edit`),
  '/group/$slug': hides(() => '/group/no-such-group'),
  '/admin/groups/$slug': hides(() => '/admin/groups/no-such-group'),
  '/mcp/c/$slug': hides(() => '/mcp/c/no-such-collection'),
  '/tools/$slug': hides(() => '/tools/no-such-tool'),
  '/api/docs/$subject': hides(() => '/api/docs/prompts'),
  '/dashboard/$': hides(() => '/dashboard/prompts'),
  '/auth/return/$provider': hides(() => '/auth/return/github'),
}
