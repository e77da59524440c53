/** The sites whose accounts can sign in here, if the operator has set them up. */
export const providers = ['github', 'google'] as const

export type Provider = (typeof providers)[number]

/** The names of the providers in the interface. */
export const providerNames: Record<Provider, string> = { github: 'GitHub', google: 'Google' }

/** How long a login at a provider may take, in ms. */
export const oauthFlowMs = 10 * 60_000
