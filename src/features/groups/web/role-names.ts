import { type Message, msg } from '#lib/texts.ts'
import type { GroupRole } from '../rules.ts'

/** The name of each role. */
export const roleNames: Record<GroupRole, Message> = {
  reader: msg('Reader'),
  writer: msg('Writer'),
  approver: msg('Approver'),
}

/** What the roles may do, for choosing one. */
export const rolesHelp = msg(
  'Readers see what is in the group, writers also add to it, and approvers also approve it and add people.',
)
