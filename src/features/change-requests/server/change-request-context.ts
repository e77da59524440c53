import type { WriteContext } from '#features/catalogue/server/write-context.ts'
import type { Platform } from '#server/platform/api.ts'

/** The dependencies of change requests. `writing`: what a new version of a prompt needs. */
export type ChangeRequestContext = Platform & { writing: Pick<WriteContext, 'moderation' | 'onPublished'> }
