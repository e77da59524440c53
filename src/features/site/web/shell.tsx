import { useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { OptionalServices } from '#features/consent/services-rules.ts'
import { ConsentGate } from '#features/consent/web/consent-gate.tsx'
import { ReviewsPlace } from '#features/consent/web/reviews-place.tsx'
import type { Footer as FooterData } from '#features/site/contract.ts'
import { Notices } from '#ui/notice.tsx'
import { ScrollToTop } from '#ui/scroll-to-top.tsx'
import { listenForSingleKeys } from '#ui/single-keys.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { NavigationStatus, useSlowNavigation } from './navigation-status.tsx'
import { smoothNavigation } from './smooth-navigation.ts'

/** What stands around every page: skip link, header, footer, notices, the way back to the top, single keys. */
export function Shell({
  siteName,
  footer,
  footerFailure,
  services,
  search,
  account,
  children,
}: {
  siteName: string
  footer?: FooterData
  footerFailure?: string
  /** What a visitor may consent to; unset where the operator has configured nothing of the kind. */
  services?: OptionalServices
  /** The search of the mobile menu. */
  search: ReactNode
  account?: ReactNode
  children: ReactNode
}) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const router = useRouter()
  const isSlow = useSlowNavigation()
  useEffect(listenForSingleKeys, [])
  useEffect(() => smoothNavigation(router), [router])
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <ConsentGate services={services} />
      <Header siteName={siteName} pathname={pathname} search={search} account={account} />
      <NavigationStatus isSlow={isSlow} />
      <main id="main" tabIndex={-1} className="flex-1 outline-0" aria-busy={isSlow}>
        {children}
      </main>
      <Footer
        siteName={siteName}
        data={footer}
        failure={footerFailure}
        reviews={services?.reviews && <ReviewsPlace />}
      />
      <ScrollToTop />
      <Notices />
    </>
  )
}
