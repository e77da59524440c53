import type { LinkProps } from '@tanstack/react-router'
import type { IconName } from '#ui/icon-names.ts'

/** A page of one's own, in the menu of who is signed in. `role`: for those with at least this one; `reloads`: its policy is wider, so a new document. */
type MenuLink = { to: LinkProps['to']; label: string; icon: IconName; role?: 'moderator' | 'admin'; reloads?: boolean }

/** The pages of the user menu, in order. A feature adds its line when its page exists. */
export const menuLinks: MenuLink[] = [
  { to: '/create-prompt', label: 'Create Prompt', icon: 'plus' },
  { to: '/my-prompts', label: 'My Prompts', icon: 'file-text' },
  { to: '/favorites', label: 'Saved Prompts', icon: 'bookmark' },
  { to: '/credits', label: 'Manage Credits', icon: 'gauge' },
  { to: '/subscription', label: 'Subscription Plans', icon: 'badge-check', reloads: true },
  { to: '/settings', label: 'Settings', icon: 'settings' },
  { to: '/admin', label: 'Admin', icon: 'shield', role: 'moderator' },
]
