/**
 * The sites whose accounts can sign in here if the operator has set them up. `oidc` is the operator's own OpenID
 * provider.
 */
export const providers = ['github', 'google', 'oidc'] as const

export type Provider = (typeof providers)[number]

/** The names of the providers in the interface. */
export const providerNames: Record<Provider, string> = { github: 'GitHub', google: 'Google', oidc: 'Single sign-on' }

/** Returns the name of a provider in the interface. `own` is the operator's name for their own provider (OIDC_NAME). */
export function nameOfProvider(provider: Provider, own?: string): string {
  return provider === 'oidc' && own ? own : providerNames[provider]
}

/** How long a login at a provider may take, in ms. */
export const oauthFlowMs = 10 * 60_000
