import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { useLogOut } from '#features/accounts/web/use-log-out.ts'
import { PremiumBadge } from '#features/billing/web/premium-badge.tsx'
import { Avatar } from '#features/contributors/web/avatar.tsx'
import { CreditChip } from '#features/credits/web/credit-chip.tsx'
import { MenuCredits } from '#features/credits/web/menu-credits.tsx'
import { Bell } from '#features/notifications/web/bell.tsx'
import { t, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { memberLinksFor } from './member-links.ts'
import './user-menu.css'

const menuId = 'user-menu'

/**
 * Maps each key to a function that returns the index of the menu item to focus. `at` is the index of the focused item,
 * or -1 if there is none.
 */
const nextIndex: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * The right end of the header for a member: Create Prompt, notifications, credits, and a menu with their name, links to
 * their own pages, and Log out. The browser opens and closes the menu, and restores focus after Esc. In addition, the
 * down arrow opens it, Tab closes it, and arrow keys, Home and End move focus.
 */
export function UserMenu({ user }: { user: User }) {
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const logOut = useLogOut()
  const { username, email } = user

  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  const close = () => menu.current?.hidePopover()
  const moveFocus = (event: KeyboardEvent) => {
    if (event.key === 'Tab') close()
    const menuItems = items()
    const next = nextIndex[event.key]?.(menuItems.indexOf(document.activeElement as HTMLElement), menuItems.length)
    if (next === undefined) return
    event.preventDefault()
    menuItems[next]?.focus()
  }
  return (
    <>
      <Link to="/create-prompt" className="btn px-3 max-sm:hidden max-xl:w-10">
        <Icon name="plus" className="icon-sm" />
        <span className="max-xl:sr-only">{t('Create Prompt')}</span>
      </Link>
      <Bell userId={user.id} />
      <CreditChip />
      <button
        type="button"
        className="user-button"
        popoverTarget={menuId}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          menu.current?.showPopover()
        }}
      >
        <Avatar username={username} className="size-7 shrink-0" />
        <span className="truncate max-xl:sr-only">{username}</span>
        <Icon name="chevron-down" className="icon-sm max-xl:hidden" />
      </button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        className="menu"
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          if (newState === 'open') items()[0]?.focus()
        }}
      >
        <div className="mb-2 border-hair border-b px-3 pt-2 pb-3">
          <b className="block truncate">{username}</b>
          <span className="block truncate text-ink-2 text-small">{email}</span>
          <MenuCredits isOpen={isOpen} />
          <PremiumBadge isOpen={isOpen} />
        </div>
        <div role="menu" aria-label={username} tabIndex={-1} onKeyDown={moveFocus}>
          {memberLinksFor(user).map(({ to, label, icon, reloads }) => (
            <Link key={to} to={to} reloadDocument={reloads} role="menuitem" tabIndex={-1} onClick={close}>
              <Icon name={icon} />
              {translate(label)}
            </Link>
          ))}
          <hr className="my-2 border-hair" />
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              close()
              logOut()
            }}
          >
            <Icon name="log-out" />
            {t('Log out')}
          </button>
        </div>
      </div>
    </>
  )
}
