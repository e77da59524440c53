import { useSuspenseQuery } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import { footerQuery } from '#features/site/web/footer-queries.ts'
import { notFoundHead } from '#web/page-meta.ts'
import type { RouterContext } from '#web/router.tsx'
import { useBackground } from '#web/use-background.ts'
import '#ui/app.css'

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: ({ context: { queryClient, api } }) => queryClient.query(footerQuery(api)),
  head: ({ matches }) => ({
    ...(matches.length === 1 ? notFoundHead() : {}),
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      ...(matches.length === 1 ? notFoundHead().meta : []),
    ],
  }),
  component: RootDocument,
  notFoundComponent: () => <h1>Page Not Found</h1>,
})

function RootDocument() {
  useBackground()
  const { api } = Route.useRouteContext()
  const { data: footer } = useSuspenseQuery(footerQuery(api))
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <main id="main">
          <Outlet />
        </main>
        <footer>{footer.stats.prompts} prompts</footer>
        <Scripts />
      </body>
    </html>
  )
}
