/** `block`: neither sees the other's comments and notifications. `mute`: this holds only for the member who muted. */
export const blockKinds = ['block', 'mute'] as const
export type BlockKind = (typeof blockKinds)[number]

/** The most people that a member can block or mute. */
export const blocksMax = 500
