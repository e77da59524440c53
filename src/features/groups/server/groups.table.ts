import type { Generated } from 'kysely'
import type { ClaimProblem, GroupRole, MemberSource } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    groups: GroupsTable
    groupMembers: GroupMembersTable
    groupClaimProblems: GroupClaimProblemsTable
  }
}

export interface GroupsTable {
  id: string
  /** Made from the first name. It never changes. */
  slug: string
  /** Compared without regard to letter case (`citext`). */
  name: string
  description: Generated<string>
  /** Whether what writers publish for the group first waits for an approver. */
  needsApproval: Generated<boolean>
  /** How many days a prompt of the group counts as reviewed. */
  reviewDays: Generated<number>
  /** The labels of versions that only approvers may move on prompts of the group. */
  protectedLabels: Generated<string[]>
  /** The value of the OpenID provider's claim that makes people members, or null if none does. */
  claimValue: string | null
  /** The role of people whom the claim makes members. */
  claimRole: Generated<GroupRole>
  createdAt: Date
}

export interface GroupMembersTable {
  groupId: string
  userId: string
  role: GroupRole
  source: MemberSource
  createdAt: Date
  /** Whether the member is an admin who made themself a member. */
  addedThemself: Generated<boolean>
}

/** A member whose groups at the OpenID provider couldn't be used at their last sign-in there. */
export interface GroupClaimProblemsTable {
  userId: string
  problem: ClaimProblem
  /** How many groups the provider sent, or null if it sent no list. */
  valuesSent: number | null
  happenedAt: Date
}
