import { safeReturnPath } from '#lib/return-path.ts'

/** The key in sessionStorage for the page where the credits didn't suffice. It is deleted at sign-out. */
const storageKey = 'return_after_plan'
/** How long the page is offered, in ms. */
const validMs = 60 * 60_000

/** Remembers the current page, to which the page of the plans leads back. */
export function rememberWork(): void {
  try {
    const path = location.pathname + location.search + location.hash
    sessionStorage.setItem(storageKey, JSON.stringify({ path, at: Date.now() }))
  } catch {
    // Storage is full or blocked. The Back button leads back as well.
  }
}

/** Returns the path of the remembered page, or null. Checks it, because storage may contain anything. */
export function readWork(): string | null {
  try {
    const { path, at } = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    return Math.abs(Date.now() - Number(at)) < validMs ? safeReturnPath(path) : null
  } catch {
    return null
  }
}

export function forgetWork(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // The storage is blocked, so nothing is stored in it.
  }
}
