import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { type LimitRule, networkOf } from '#platform/limits.ts'
import { type ClientMetadata, clientMetadataOf } from '../client-rules.ts'
import type { OauthContext } from './oauth-context.ts'
import { storeClient } from './store-client.ts'

/** Limits how many apps register from a network. */
const registrationLimit: LimitRule = { name: 'oauth-registration', points: 20, seconds: 3600 }

/**
 * Registers an app (RFC 7591) and returns its metadata. Each app is public: it gets no secret, whatever it asked for.
 * Returns null if the request isn't an object with safe redirect addresses. Throws AppError rate_limited, or forbidden
 * if the site refuses registrations.
 */
export async function registerApp(
  { db, now, limits, refusesRegistration }: OauthContext,
  stated: unknown,
  address: string,
): Promise<(ClientMetadata & { client_id_issued_at: number }) | null> {
  if (refusesRegistration) throw new AppError('forbidden', 'Apps can’t register themselves at this site.')
  await limits.take(registrationLimit, networkOf(address))
  if (typeof stated !== 'object' || stated === null) return null
  const { token_endpoint_auth_methods_supported: _, ...about } = stated as Record<string, unknown>
  const metadata = clientMetadataOf({ ...about, client_id: newId(), token_endpoint_auth_method: 'none' })
  if (!metadata) return null
  const registered = { ...metadata, client_id_issued_at: Math.floor(now().getTime() / 1000) }
  await storeClient(db, registered, now())
  return registered
}
