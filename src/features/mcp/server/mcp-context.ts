import type { WriteContext } from '#features/catalogue/server/stored/store-prompt-change.ts'
import type { SearchContext } from '#features/search/server/search-queries.ts'
import type { ViewCounter } from '#features/views/server/count-view.ts'
import { t } from '#lib/texts.ts'
import type { Caller, Member } from '#platform/actor.ts'
import type { Platform } from '#platform/api.ts'
import { AppError } from '#platform/errors.ts'
import { requireScope } from '#platform/token-scopes.ts'
import type { ListResponses } from './list-responses.ts'

/** What this feature depends on. `origin` returns the site's address, and `logError` reports unexpected errors. */
export type McpContext = Platform &
  SearchContext & {
    siteName: string
    /** Whether the site is for members only (ACCESS=members). If so, no shared cache may store its lists. */
    isClosed?: boolean
    origin: () => string
    writing: Pick<WriteContext, 'moderation' | 'onPublished'>
    logError: (error: unknown) => void
    views: ViewCounter
    /** If undefined, every request reads its list from the database. */
    responses?: ListResponses
  }

/** Who sent a request, and the id of the collection whose prompts it lists. Null means the caller's default list. */
export type McpRequest = { caller: Caller; collectionId: string | null }

/** Returns the caller if they use an API token that may read, otherwise a visitor. Session cookies don't count here. */
export function readerOf(caller: Caller): Caller {
  if (caller.kind === 'user' && caller.token?.scopes.includes('read')) return caller
  return { kind: 'visitor', address: caller.address, browser: caller.browser }
}

/** Tells whether the caller uses an API token that may read. */
export function canReadOwn(caller: Caller): boolean {
  return readerOf(caller).kind === 'user'
}

/** Tells whether the caller uses an API token that may write. */
export function canWrite(caller: Caller): boolean {
  return caller.kind === 'user' && caller.token?.scopes.includes('write') === true
}

/**
 * Returns the caller if they use an API token that may write. Throws AppError authentication_required, forbidden.
 */
export function requireWriter(caller: Caller): Member {
  if (caller.kind !== 'user' || !caller.token)
    throw new AppError(
      'authentication_required',
      t('This needs an API token with the scope “write”. Create one in your settings.'),
    )
  requireScope(caller.token, 'write')
  return caller
}
