import type { Api } from '#client/api.ts'
import { readStored, writeStored } from '#features/accounts/web/browser-storage.ts'

/**
 * Sends the member to GitHub to log in. The return page then completes the claim. Throws ApiError not_found, forbidden
 * or conflict.
 */
export async function claimByGithub(api: Api, name: string): Promise<void> {
  const request = { params: { provider: 'github' as const }, body: { claim: name } }
  const { url } = await api('POST /api/connections/{provider}', request)
  writeStored('claimedName', JSON.stringify({ state: new URL(url).searchParams.get('state'), name }))
  location.assign(url)
}

/**
 * Removes the name that `claimByGithub` stored, and returns it if it belongs to the login with this state. Otherwise
 * returns undefined.
 */
export function takeClaimedName(state: string | null): string | undefined {
  const json = readStored('claimedName')
  writeStored('claimedName', null)
  try {
    const claim = Object(JSON.parse(json ?? 'null'))
    return typeof claim.name === 'string' && claim.state === state ? claim.name : undefined
  } catch {
    return undefined
  }
}
