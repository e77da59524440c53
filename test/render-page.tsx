import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The HTML of components that hold links, as a page at `path` has it. Links may lead anywhere. */
export async function renderPage(element: ReactNode, path = '/'): Promise<string> {
  const root = createRootRoute()
  const anyPath = createRoute({ getParentRoute: () => root, path: '$', component: () => element })
  const router = createRouter({
    routeTree: root.addChildren([anyPath]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  // A router of its own: the types of the site's routes don't hold for it.
  return renderToStaticMarkup(<RouterProvider router={router as never} />)
}
