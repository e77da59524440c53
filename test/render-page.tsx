import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Renders components to HTML, as if they were on a page at `path`. Their links may lead anywhere. */
export async function renderPage(element: ReactNode, path = '/'): Promise<string> {
  const root = createRootRoute()
  const anyPath = createRoute({ getParentRoute: () => root, path: '$', component: () => element })
  const router = createRouter({
    routeTree: root.addChildren([anyPath]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  // The type of RouterProvider accepts only the site's own router.
  return renderToStaticMarkup(<RouterProvider router={router as never} />)
}
