import type { Limits } from '#server/platform/limits.ts'
import type { OnPublished } from './insert-prompts.ts'
import type { Moderation } from './wait-for-moderation.ts'

/** What a write to a prompt needs besides the actor and the input. */
export type WriteContext = { now: Date; limits: Limits; moderation: Moderation; onPublished: OnPublished }
