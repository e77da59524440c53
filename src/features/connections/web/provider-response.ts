import { t } from '#lib/texts.ts'
export type ProviderResponse = { code: string; state: string; iss?: string } | { refusal: string }

/**
 * Reads a provider's response from the query of the return page (RFC 6749, 4.1.2). If the provider returned an error,
 * or the query is incomplete, the result is a message for the user (`refusal`).
 */
export function readProviderResponse(query: URLSearchParams, providerName: string): ProviderResponse {
  const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')]
  if (code && state) return { code, state, iss: query.get('iss') ?? undefined }
  if (error === 'access_denied')
    return { refusal: t('The request was declined at {providerName}. Nothing has changed.', { providerName }) }
  if (error) return { refusal: t('{providerName} reported an error. Start again.', { providerName }) }
  return { refusal: t('The address is incomplete. Start again.') }
}
