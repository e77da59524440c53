import type { GroupRole } from '../rules.ts'

/** The name of each role. */
export const roleNames: Record<GroupRole, string> = { reader: 'Reader', writer: 'Writer', approver: 'Approver' }

/** What the roles may do, for choosing one. */
export const rolesHelp =
  'Readers see what is in the group, writers also add to it, and approvers also approve it and add people.'
