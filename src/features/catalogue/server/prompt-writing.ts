import type { Limits } from '#server/platform/limits.ts'
import type { OnPublished } from './insert-prompts.ts'
import type { Moderation } from './wait-for-moderation.ts'

/** What a write of a prompt needs besides who acts and what they say. */
export type Writing = { now: Date; limits: Limits; moderation: Moderation; onPublished: OnPublished }
