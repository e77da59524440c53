import { t } from '#lib/texts.ts'
/** What a member may do in a group, from least to most. Writers may also read, and approvers may also write. */
export const groupRoles = ['reader', 'writer', 'approver'] as const
export type GroupRole = (typeof groupRoles)[number]

/** Who made somebody a member: an admin or approver, or the OpenID provider at their last sign-in there. */
export const memberSources = ['admin', 'claim'] as const
export type MemberSource = (typeof memberSources)[number]

/**
 * What was wrong with a member's groups at their last sign-in with the OpenID provider: it withheld them, sent more than
 * `claimValues`, or sent something else than a list of texts, so that nothing changed; or a group they should have joined
 * was full, or they were in too many.
 */
export const claimProblems = ['withheld', 'too_many', 'invalid', 'full'] as const
export type ClaimProblem = (typeof claimProblems)[number]

/**
 * The limits of groups. Lengths are in characters. `claimValues`: how many groups a provider may send at a sign-in.
 * `problems`: how many problems with such groups an admin sees.
 */
export const groupLimits = {
  groups: 500,
  members: 10_000,
  perMember: 200,
  nameMax: 80,
  descriptionMax: 500,
  reviewDaysMin: 30,
  reviewDaysMax: 1000,
  reviewDaysDefault: 180,
  claimValueMax: 255,
  claimValues: 200,
  problems: 50,
} as const

export const groupMessages = {
  get nameMissing() {
    return t('Enter a name.')
  },
  get nameLong() {
    return t('Use at most {nameMax} characters.', { nameMax: groupLimits.nameMax })
  },
  get nameUnreadable() {
    return t('Use visible characters only, on one line.')
  },
  get descriptionLong() {
    return t('Use at most {descriptionMax} characters.', { descriptionMax: groupLimits.descriptionMax })
  },
  get reviewDays() {
    return t('Use a whole number from {reviewDaysMin} to {reviewDaysMax}.', {
      reviewDaysMin: groupLimits.reviewDaysMin,
      reviewDaysMax: groupLimits.reviewDaysMax,
    })
  },
  get claimValueMissing() {
    return t('Enter a group of the provider, or leave this out.')
  },
  get claimValueLong() {
    return t('Use at most {claimValueMax} characters.', { claimValueMax: groupLimits.claimValueMax })
  },
  get personMissing() {
    return t('Enter a username.')
  },
} as const

/** How many changes to groups and their members a person may make per hour. */
export const groupRateLimit = { name: 'groups', points: 1200, seconds: 3600 } as const

/** Who looks at a group: whether they are an admin of the site, and their role in the group, if they are in it. */
export type GroupViewer = { isAdmin: boolean; role: GroupRole | null }
type OtherMember = { role: GroupRole; source: MemberSource }

/** The roles that somebody may give to others: an admin all of them, an approver those below their own. */
export function rolesToGive({ isAdmin, role }: GroupViewer): readonly GroupRole[] {
  if (isAdmin) return groupRoles
  return role === 'approver' ? ['reader', 'writer'] : []
}

/**
 * Whether somebody may change another member's role or remove them. Approvers may do that to readers and writers who
 * weren't made members by the OpenID provider.
 */
export function mayManage(viewer: GroupViewer, { role, source }: OtherMember): boolean {
  return viewer.isAdmin || (source === 'admin' && rolesToGive(viewer).includes(role))
}
