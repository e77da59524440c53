export type ProviderResponse = { code: string; state: string; iss?: string } | { refusal: string }

/**
 * Reads a provider's response from the query of the return page (RFC 6749, 4.1.2). If the provider returned an error,
 * or the query is incomplete, the result is a message for the user (`refusal`).
 */
export function readProviderResponse(query: URLSearchParams, providerName: string): ProviderResponse {
  const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')]
  if (code && state) return { code, state, iss: query.get('iss') ?? undefined }
  if (error === 'access_denied') return { refusal: `The request was declined at ${providerName}. Nothing has changed.` }
  if (error) return { refusal: `${providerName} reported an error. Start again.` }
  return { refusal: 'The address is incomplete. Start again.' }
}
