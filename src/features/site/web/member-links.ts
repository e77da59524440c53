import type { LinkProps } from '@tanstack/react-router'
import type { User } from '#features/accounts/contract.ts'
import { type Message, msg } from '#lib/texts.ts'
import type { IconName } from '#ui/icon-names.ts'

/**
 * A link to a page of a member. `role` is the role that it requires, and `needsGroup` means that only members of a
 * group have it. `reloads` means that the page has another
 * Content-Security-Policy, so it needs a full page load.
 */
export type MemberLink = {
  to: Extract<LinkProps['to'], string>
  label: Message
  icon: IconName
  role?: 'moderator' | 'admin'
  needsGroup?: true
  reloads?: boolean
}

/** The links in the user menu, in their order. */
const memberLinks: MemberLink[] = [
  { to: '/create-prompt', label: msg('Create Prompt'), icon: 'plus' },
  { to: '/my-prompts', label: msg('My Prompts'), icon: 'file-text' },
  { to: '/favorites', label: msg('Saved Prompts'), icon: 'bookmark' },
  { to: '/my-collections', label: msg('My Collections'), icon: 'layers' },
  { to: '/groups', label: msg('Groups'), icon: 'user-round', needsGroup: true },
  { to: '/suggested-edits', label: msg('Suggested Edits'), icon: 'pencil-line' },
  { to: '/following', label: msg('Following'), icon: 'bell' },
  { to: '/credits', label: msg('Manage Credits'), icon: 'gauge' },
  { to: '/subscription', label: msg('Subscription Plans'), icon: 'badge-check', reloads: true },
  { to: '/settings', label: msg('Settings'), icon: 'settings' },
  { to: '/admin', label: msg('Admin'), icon: 'shield', role: 'moderator' },
]

const ranks = { user: 0, moderator: 1, admin: 2 }

/** Returns the links to a member's own pages. */
export function memberLinksFor({ role, hasGroups }: Pick<User, 'role' | 'hasGroups'>): MemberLink[] {
  return memberLinks.filter((link) => ranks[role] >= ranks[link.role ?? 'user'] && (hasGroups || !link.needsGroup))
}
