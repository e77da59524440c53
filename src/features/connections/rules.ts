/** Sites whose accounts sign in here, where the operator has set them up. */
export const providers = ['github', 'google'] as const

export type Provider = (typeof providers)[number]

/** What people call them. */
export const providerNames: Record<Provider, string> = { github: 'GitHub', google: 'Google' }

/** From the way out to the way back may pass so many ms. */
export const detourMs = 10 * 60_000
