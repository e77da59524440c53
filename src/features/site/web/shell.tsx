import type { AnyRouter } from '@tanstack/react-router'
import { useLocation, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { OptionalServices } from '#features/consent/services-rules.ts'
import { ConsentGate } from '#features/consent/web/consent-gate.tsx'
import { ReviewsPlaceholder } from '#features/consent/web/reviews-placeholder.tsx'
import type { Footer as FooterData } from '#features/site/contract.ts'
import { t } from '#lib/texts.ts'
import { ScrollToTop } from '#ui/layout/scroll-to-top.tsx'
import { hideSeenNotice, Notices } from '#ui/notice.tsx'
import { heldTyping } from '#ui/open-palette.ts'
import { listenForSingleKeys } from '#ui/single-keys.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { type Palette, PaletteHost } from './palette-host.tsx'
import { scrollOnNavigation } from './smooth-navigation.ts'

/**
 * The frame of every page: skip link, request for consent, header, footer, notices, the button that scrolls to the top,
 * keyboard shortcuts, and the palette.
 */
export function Shell({
  siteName,
  footer,
  footerFailure,
  services,
  search,
  account,
  loadPalette,
  children,
}: {
  siteName: string
  footer?: FooterData
  /** The error message if the footer's data failed to load. */
  footerFailure?: string
  /** The optional services that need consent. Undefined if the operator configured none. */
  services?: OptionalServices
  /** The search field of the mobile menu. */
  search: ReactNode
  /** The sign-in button, or the credits and user menu. */
  account?: ReactNode
  /** Loads the palette. Undefined on the open pages of a site for members only. */
  loadPalette?: () => Promise<Palette>
  children: ReactNode
}) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const router = useRouter()
  const isBusy = useRouterState({ select: ({ status }) => status === 'pending' })
  useEffect(listenForSingleKeys, [])
  useEffect(() => scrollOnNavigation(router), [router])
  useEffect(() => router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && hideSeenNotice()), [router])
  const [announcement, announce] = useState('')
  useEffect(() => moveFocusOnNavigation(router, announce), [router])
  return (
    <>
      <a className="skip-link" href="#main">
        {t('Skip to content')}
      </a>
      <ConsentGate services={services} />
      <Header siteName={siteName} pathname={pathname} search={search} account={account} hasRatedModel={footer?.rated} />
      {/* Tells screen reader users, who can't see the progress bar (shell.css), that a page is loading or loaded. */}
      <p role="status" className="sr-only">
        {isBusy ? <i className="delayed">{t('Loading')}</i> : announcement}
      </p>
      <main id="main" tabIndex={-1} className="flex-1 outline-0" aria-busy={isBusy}>
        {children}
      </main>
      <Footer
        siteName={siteName}
        data={footer}
        failure={footerFailure}
        reviews={services?.reviews && <ReviewsPlaceholder />}
      />
      <ScrollToTop />
      <Notices />
      <PaletteHost load={loadPalette} />
    </>
  )
}

/**
 * Moves focus to the heading of a new page, or to `main` if there is none yet, as users of screen readers expect, but
 * not on the first load, and not if focus is inside the page (such as in a field), in an open menu, or in the input that
 * holds what is typed for the palette (open-palette.ts). `announce` gets the page's title if focus stays in the page or it has no heading yet, otherwise ''. Returns a function to stop this.
 */
function moveFocusOnNavigation(router: AnyRouter, announce: (title: string) => void): () => void {
  return router.subscribe('onRendered', ({ hrefChanged, toLocation }) => {
    // On the same page, there is nothing to do. For a link to a part of a page (#…), the browser itself moves focus.
    if (!hrefChanged || toLocation.hash) return
    const main = document.getElementById('main')
    const focused = document.activeElement
    const target = main?.querySelector('h1') ?? main
    const isInsidePage = focused !== main && main?.contains(focused)
    // The menu may have been opened before a slow page arrived.
    const isInMenu = document.querySelector(':popover-open')?.contains(focused)
    const isTypingAhead = focused?.hasAttribute(heldTyping)
    if (target && !isInsidePage && !isInMenu && !isTypingAhead) {
      target.tabIndex = -1
      target.focus({ preventScroll: true })
    }
    announce(isInsidePage || target === main ? document.title : '')
  })
}
