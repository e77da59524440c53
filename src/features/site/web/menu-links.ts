import type { LinkProps } from '@tanstack/react-router'
import type { IconName } from '#ui/icon-names.ts'

/** A link in the user menu. `role`: the role it needs. `reloads`: the page has another security policy and needs a new document. */
type MenuLink = { to: LinkProps['to']; label: string; icon: IconName; role?: 'moderator' | 'admin'; reloads?: boolean }

/** The links in the user menu, in order. */
export const menuLinks: MenuLink[] = [
  { to: '/create-prompt', label: 'Create Prompt', icon: 'plus' },
  { to: '/my-prompts', label: 'My Prompts', icon: 'file-text' },
  { to: '/favorites', label: 'Saved Prompts', icon: 'bookmark' },
  { to: '/credits', label: 'Manage Credits', icon: 'gauge' },
  { to: '/subscription', label: 'Subscription Plans', icon: 'badge-check', reloads: true },
  { to: '/settings', label: 'Settings', icon: 'settings' },
  { to: '/admin', label: 'Admin', icon: 'shield', role: 'moderator' },
]
