import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import { t, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { SheetHead } from '#ui/layout/sheet-head.tsx'
import { SignInLink } from './account-menu.tsx'
import { Logo } from './logo.tsx'
import { collections, pagesFor, type Section, sectionsFor } from './site-sections.ts'

const menuId = 'menu'

function closeMenu() {
  document.getElementById(menuId)?.hidePopover()
}

type Props = { siteName: string; currentSection?: Section; search: ReactNode; hasRatedModel?: boolean }

/**
 * The navigation below 768 px, a popover that works without JavaScript. `search` is the search form.
 * `hasRatedModel` tells whether any model has a rating.
 */
export function MobileMenu({ siteName, currentSection, search, hasRatedModel }: Props) {
  const { user } = useSession()
  return (
    <div className="md:hidden">
      <button type="button" className="btn-square" popoverTarget={menuId} aria-label={t('Menu')}>
        <Icon name="menu" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu closes when its links or search are used. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: activating a link by keyboard also fires a click. */}
      <div
        id={menuId}
        popover="auto"
        className="menu-screen"
        onSubmit={closeMenu}
        onClick={(event) => {
          if ((event.target as Element).closest('a')) closeMenu()
        }}
      >
        <SheetHead sheetId={menuId} closeLabel={t('Close menu')} className="wrap min-h-(--bar) border-ink border-b">
          <Logo name={siteName} />
        </SheetHead>
        <div className="wrap py-4">{search}</div>
        <nav aria-label={t('Mobile')}>
          {sectionsFor(user).map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="wrap flex min-h-13 items-center border-hair border-t font-display font-semibold text-[1.125rem] last:border-b"
              aria-current={currentSection === to ? 'true' : undefined}
              activeOptions={{ exact: true }}
            >
              {translate(label)}
            </Link>
          ))}
        </nav>
        {user ? (
          <div className="wrap pt-5">
            <Link to="/create-prompt" className="btn btn-primary btn-big w-full">
              {t('Create Prompt')}
            </Link>
          </div>
        ) : (
          <div className="wrap signed-out grid gap-2 pt-5">
            <SignInLink className="btn btn-primary btn-big w-full" />
            <Link to="/create-prompt" className="btn btn-big w-full">
              {t('Create Prompt')}
            </Link>
          </div>
        )}
        <nav aria-label={t('About')} className="wrap flex flex-wrap gap-x-5 py-4">
          {[collections, ...pagesFor(hasRatedModel)].map(({ to, label }) => (
            <Link key={to} to={to} className="flex min-h-11 items-center text-ink-2">
              {translate(label)}
            </Link>
          ))}
        </nav>
      </div>
    </div>
  )
}
