import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Renders components with links to HTML, as on a page at `path`. Links may lead anywhere. */
export async function renderPage(element: ReactNode, path = '/'): Promise<string> {
  const root = createRootRoute()
  const anyPath = createRoute({ getParentRoute: () => root, path: '$', component: () => element })
  const router = createRouter({
    routeTree: root.addChildren([anyPath]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  // RouterProvider expects the type of the site's router, which this one isn't.
  return renderToStaticMarkup(<RouterProvider router={router as never} />)
}
