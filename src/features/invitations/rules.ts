import { t } from '#lib/texts.ts'
/**
 * The limits of invitations. `usesMax` is how many people can register with one invitation, and `usableMax` how many
 * invitations may be usable at the same time.
 */
export const invitationLimits = { usesMax: 1000, daysMax: 90, daysDefault: 7, labelMax: 80, usableMax: 100 } as const

export const invitationMessages = {
  get nameMissing() {
    return t('Say who it is for.')
  },
  get nameLong() {
    return t('Use at most {labelMax} characters.', { labelMax: invitationLimits.labelMax })
  },
  get nameUnreadable() {
    return t('Use visible characters only, on one line.')
  },
  get uses() {
    return t('Use a whole number from 1 to {usesMax}.', { usesMax: invitationLimits.usesMax })
  },
  get days() {
    return t('Use a whole number from 1 to {daysMax}.', { daysMax: invitationLimits.daysMax })
  },
} as const

/**
 * An invitation stays in the list for this long after it expires, in ms. Then it is deleted.
 */
export const listedAfterEndMs = 30 * 86_400_000

/**
 * Returns the path of an invitation's link. The token is in the fragment, which browsers don't send, so no server logs
 * it.
 */
export function invitationPath(token: string): string {
  return `/auth?tab=register#invitation=${token}`
}

/** Reads the token of an invitation from the fragment of an address. Returns undefined if there is none. */
export function invitationTokenIn(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('invitation') ?? undefined
}
