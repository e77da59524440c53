import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { getRouter } from '#app/router.tsx'

/**
 * Renders the page at an address as the server does. Returns its HTML, followed by the data of its queries as JSON.
 * Call `setApiTransport` (src/client/api-transport.ts) first.
 */
export async function renderSite(address: string): Promise<string> {
  const router = getRouter()
  router.update({ history: createMemoryHistory({ initialEntries: [address] }), isServer: true } as never)
  await router.load()
  const html = renderToStaticMarkup(createElement(RouterProvider, { router: router as never }))
  const queries = router.options.context.queryClient.getQueryCache().getAll()
  return html + JSON.stringify(queries.map(({ state }) => state.data))
}
