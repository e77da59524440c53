import type { WriteContext } from '#features/catalogue/server/write-context.ts'
import type { TestContext } from '#features/prompt-tests/server/test-context.ts'

/** The dependencies of change requests. `writing`: what a new version of a prompt needs. */
export type ChangeRequestContext = TestContext & { writing: Pick<WriteContext, 'moderation' | 'onPublished'> }
