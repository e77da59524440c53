import { t } from '#lib/texts.ts'
/** The sites whose accounts can sign in here, if the operator allows it. `oidc` is the operator's OpenID provider. */
export const providers = ['github', 'google', 'oidc'] as const

export type Provider = (typeof providers)[number]

/** The names of the providers in the interface. */
const providerNames: Record<Provider, string> = {
  github: 'GitHub',
  google: 'Google',
  get oidc() {
    return t('Single sign-on')
  },
}

/** Returns the name of a provider in the interface. `oidcName` is the operator's name for `oidc` (OIDC_NAME). */
export function nameOfProvider(provider: Provider, oidcName?: string): string {
  return provider === 'oidc' && oidcName ? oidcName : providerNames[provider]
}

/** How long a login at a provider may take, in ms. */
export const oauthFlowMs = 10 * 60_000
