import { notFound } from '@tanstack/react-router'
import { ApiError } from './api-error.ts'

/** Awaits what a page is about; what the API doesn't have, or can't read, becomes the 404 page. */
export async function orNotFound<Thing>(thing: Promise<Thing>): Promise<Thing> {
  try {
    return await thing
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw notFound()
    throw error
  }
}
