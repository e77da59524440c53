import type { Collection } from '#features/collections/contract.ts'

/**
 * Tells whether the user owns a collection. Compares usernames, because `isOwner` is always false in the response that
 * everybody gets.
 */
export function isOwnCollection(user: { username: string } | null, collection: Collection): boolean {
  return user?.username.toLowerCase() === collection.user.username.toLowerCase()
}
