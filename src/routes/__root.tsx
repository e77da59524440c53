import displayFont from '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2?url'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PopularSearches, SearchForm } from '#features/search/web/search-form.tsx'
import { footerQuery } from '#features/site/web/footer-queries.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { Shell } from '#features/site/web/shell.tsx'
import { notFoundHead } from '#web/page-meta.ts'
import type { RouterContext } from '#web/router.tsx'
import { siteFacts } from '#web/site-facts.ts'
import { useBackground } from '#web/use-background.ts'
import '#ui/app.css'

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.query(footerQuery(api))
  },
  head: ({ matches }) => {
    const lost = matches.length === 1 ? notFoundHead() : { meta: [], links: [] }
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1' },
        { name: 'theme-color', content: '#f3f3ef', media: '(prefers-color-scheme: light)' },
        { name: 'theme-color', content: '#111110', media: '(prefers-color-scheme: dark)' },
        ...lost.meta,
      ],
      links: [
        { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
        // Titles stand on every page. The prompt's font comes when a prompt does: its stand-in has the same width.
        { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
        ...lost.links,
      ],
    }
  },
  shellComponent: RootDocument,
  component: Root,
  notFoundComponent: NotFoundPage,
})

/** The document around everything, also around an error. The theme's script sets an attribute before React comes. */
function RootDocument({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* Before what only the server writes (JSON-LD): React would take the first script that it finds for this one. */}
        <script src="/theme.js" />
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

const menuSearch = (
  <>
    <SearchForm placeholder="Search" />
    <PopularSearches />
  </>
)

function Root() {
  useBackground()
  const { api } = Route.useRouteContext()
  const { data: footer } = useSuspenseQuery(footerQuery(api))
  return (
    <Shell siteName={siteFacts().name} footer={footer} search={menuSearch}>
      <Outlet />
    </Shell>
  )
}
