import { notFound } from '@tanstack/react-router'
import { ApiError } from './api-error.ts'

/**
 * Waits for the data of a page. If the data doesn't exist (404) or the URL has an invalid value (400), makes the router
 * show the 404 page.
 */
export async function orNotFound<Thing>(thing: Promise<Thing>): Promise<Thing> {
  try {
    return await thing
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw notFound()
    throw error
  }
}
