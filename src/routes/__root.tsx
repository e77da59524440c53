import displayFont from '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2?url'
import { useQuery } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRepeatEarlyEvents } from '#client/early-events.ts'
import type { RouterContext } from '#client/router-context.ts'
import { siteFacts } from '#client/site-facts.ts'
import { hidesSiteContent } from '#features/accounts/web/closed-site.ts'
import { PopularSearches, SearchForm } from '#features/search/web/search-form.tsx'
import { AccountMenu } from '#features/site/web/account-menu.tsx'
import { footerQuery } from '#features/site/web/footer-queries.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { notFoundHead } from '#features/site/web/page-meta.ts'
import { Shell } from '#features/site/web/shell.tsx'
import { currentLanguage } from '#lib/language.ts'
import { directionOf } from '#lib/languages.ts'
import { t } from '#lib/texts.ts'
import './app.css'

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context: { queryClient, api }, location }) => {
    if (hidesSiteContent(location.pathname)) return
    // If the footer's data can't be loaded, the page still works. The footer shows the error, and the server doesn't
    // cache the page.
    await queryClient.query(footerQuery(api)).catch(() => undefined)
  },
  head: ({ matches }) => {
    const { brand } = siteFacts()
    // If only this route matches, there is no page at the address.
    const base = matches.length === 1 ? notFoundHead() : { meta: [{ title: siteFacts().name }], links: [] }
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1' },
        { name: 'theme-color', content: '#f3f3ef', media: '(prefers-color-scheme: light)' },
        { name: 'theme-color', content: '#111110', media: '(prefers-color-scheme: dark)' },
        ...base.meta,
      ],
      links: [
        { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
        // Only the title font, which every page needs. The font of prompts loads later; its fallback has the same
        // widths.
        { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
        ...(brand?.styleSheet ? [{ rel: 'stylesheet', href: brand.styleSheet }] : []),
        ...base.links,
      ],
    }
  },
  shellComponent: RootDocument,
  component: Root,
  notFoundComponent: NotFoundPage,
})

/** The operator may have written the default language's texts in a language that the interface doesn’t have. */
function documentLanguage(): string {
  const { tag, prefix } = currentLanguage()
  return (prefix === '' && tag === 'en' && siteFacts().language) || tag
}

/**
 * The document around every page and error. Hydration warnings are suppressed because `/early.js` sets attributes on
 * `html` before hydration.
 */
function RootDocument({ children }: { children: ReactNode }) {
  return (
    <html lang={documentLanguage()} dir={directionOf(currentLanguage().tag)} suppressHydrationWarning>
      <head>
        {/* Delays the first paint until the document is complete, which avoids layout shifts. */}
        <link rel="expect" href="#whole" blocking="render" />
        {/* Before JSON-LD scripts, which only the server renders, because React hydrates the first script it finds. */}
        <script src="/early.js" />
        <HeadContent />
      </head>
      <body>
        {children}
        <span id="whole" hidden />
        <Scripts />
      </body>
    </html>
  )
}

const loadPalette = () => import('./-slots/-palette.tsx').then(({ Palette }) => Palette)

function MenuSearch() {
  return (
    <>
      <SearchForm placeholder={t('Search')} />
      <PopularSearches />
    </>
  )
}

function Root() {
  const { api, useAppWork } = Route.useRouteContext()
  useAppWork()
  useRepeatEarlyEvents()
  const hidesContent = useLocation({ select: ({ pathname }) => hidesSiteContent(pathname) })
  const { data: footer, error } = useQuery({ ...footerQuery(api), enabled: !hidesContent })
  return (
    <Shell
      siteName={siteFacts().name}
      footer={footer}
      footerFailure={hidesContent ? undefined : error?.message}
      services={siteFacts().services}
      search={<MenuSearch />}
      account={<AccountMenu />}
      loadPalette={hidesContent ? undefined : loadPalette}
    >
      <Outlet />
    </Shell>
  )
}
