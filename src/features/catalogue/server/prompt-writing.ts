import type { Limits } from '#server/platform/limits.ts'
import type { OnPublished } from './insert-prompts.ts'
import type { Moderation } from './wait-for-moderation.ts'

/** The context of a write to a prompt, besides the actor and the input. */
export type Writing = { now: Date; limits: Limits; moderation: Moderation; onPublished: OnPublished }
