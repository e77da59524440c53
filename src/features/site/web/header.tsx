import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import { t, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { openPalette } from '#ui/open-palette.ts'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { sectionOf, sectionsFor } from './site-sections.ts'

/** Opens the palette instead of the search page, except in a new tab. */
function openOnClick(event: MouseEvent) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  openPalette()
}

/**
 * The header of every page. `search` is the search form in the mobile menu. `account` is the sign-in button, or the
 * credits and user menu. `hasRatedModel` tells whether any model has a rating.
 */
export function Header({
  siteName,
  pathname,
  search,
  account,
  hasRatedModel,
}: {
  siteName: string
  pathname: string
  search: ReactNode
  account?: ReactNode
  hasRatedModel?: boolean
}) {
  const currentSection = sectionOf(pathname)
  const { user } = useSession()
  return (
    <header className="site-head z-20 border-ink border-b bg-base">
      <div className="wrap flex min-h-(--bar) items-center gap-x-2 max-md:flex-wrap">
        <Logo name={siteName} />
        <nav className="site-nav flex self-stretch max-md:hidden" aria-label={t('Main')}>
          {sectionsFor(user).map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="nav-link"
              aria-current={currentSection === to ? 'true' : undefined}
              activeOptions={{ exact: true }}
            >
              {translate(label)}
            </Link>
          ))}
        </nav>
        <div className="ms-auto flex items-center justify-end gap-2 max-md:flex-wrap md:shrink-0">
          <Link to="/search" className="btn-square" aria-label={t('Search')} onClick={openOnClick}>
            <Icon name="search" />
          </Link>
          {account}
          <MobileMenu
            siteName={siteName}
            currentSection={currentSection}
            search={search}
            hasRatedModel={hasRatedModel}
          />
        </div>
      </div>
    </header>
  )
}
