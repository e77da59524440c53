import type { TokenScope } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import type { ActingToken } from './actor.ts'
import { AppError } from './errors.ts'

/** The error for a request with a token at an endpoint that requires a session. */
export function sessionRequired(): AppError {
  return new AppError('forbidden', t('API tokens can’t do this. Sign in on the site and do it there.'))
}

/**
 * Checks that the acting token has a scope (RFC 6750, 3.1). If `scope` is undefined, no token is allowed. Throws
 * AppError forbidden.
 */
export function requireScope(token: Pick<ActingToken, 'scopes'>, scope: string | undefined): void {
  if (scope === undefined) throw sessionRequired()
  if (token.scopes.includes(scope as TokenScope)) return
  const message = t('This token doesn’t have the scope “{scope}”. Create one that has it in your settings.', { scope })
  const headers = { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }
  throw new AppError('forbidden', message, { headers })
}

/** The error for a token that is unknown, expired or revoked. */
export function invalidToken(): AppError {
  const message = t(
    'This API token isn’t valid: it is mistyped, expired or revoked. Create a new one in your settings.',
  )
  return new AppError('authentication_required', message, {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  })
}
