/**
 * With `block`, neither member sees the other's comments or gets notifications about the other. With `mute`, this
 * applies only to the member who muted.
 */
export const blockKinds = ['block', 'mute'] as const
export type BlockKind = (typeof blockKinds)[number]

/** The maximum number of people that a member can block or mute. */
export const blocksMax = 500
