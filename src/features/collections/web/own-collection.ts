import type { Collection } from '#features/collections/contract.ts'

/**
 * Tells whether the user owns a collection. Compares names, because the page's response is the same for everybody, so
 * its `isOwner` is always false.
 */
export function isOwnCollection(user: { username: string } | null, collection: Collection): boolean {
  return user?.username.toLowerCase() === collection.user.username.toLowerCase()
}
