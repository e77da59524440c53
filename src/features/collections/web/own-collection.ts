import type { Collection } from '#features/collections/contract.ts'

/**
 * Tells whether the user owns a collection. Compares names, since the response that the page uses is the same for
 * everybody.
 */
export function isOwnCollection(user: { username: string } | null, collection: Collection): boolean {
  return user?.username.toLowerCase() === collection.user.username.toLowerCase()
}
