/** `block`: neither hears of the other. `mute`: only the member who muted doesn't. */
export const blockKinds = ['block', 'mute'] as const
export type BlockKind = (typeof blockKinds)[number]

/** The most people that a member can block or mute. */
export const blocksMax = 500
