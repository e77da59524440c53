import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import { Icon } from '#ui/icon.tsx'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { sectionOf, sectionsFor } from './site-sections.ts'

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
      <div className="wrap flex min-h-(--bar) flex-wrap items-center gap-x-2">
        <Logo name={siteName} />
        <nav className="site-nav flex self-stretch max-md:hidden" aria-label="Main">
          {sectionsFor(user).map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="nav-link"
              aria-current={currentSection === to ? 'true' : undefined}
              activeOptions={{ exact: true }}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
          <Link to="/search" className="btn-square" aria-label="Search" data-key="search-page">
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
