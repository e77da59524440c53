import { notFound } from '@tanstack/react-router'
import { ApiError } from './api-error.ts'

/** Tells whether a request failed because what a URL names doesn't exist (404) or can't exist (400). */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

/** Waits for the data of a page. If it doesn't or can't exist, makes the router show the 404 page. */
export async function orNotFound<Thing>(thing: Promise<Thing>): Promise<Thing> {
  try {
    return await thing
  } catch (error) {
    if (isNotFoundError(error)) throw notFound()
    throw error
  }
}
