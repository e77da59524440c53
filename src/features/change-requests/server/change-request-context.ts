import type { WriteContext } from '#features/catalogue/server/store-prompt-change.ts'
import type { TestContext } from '#features/prompt-tests/server/test-context.ts'

/** What the functions of this feature depend on. `writing` is what a new version of a prompt needs. */
export type ChangeRequestContext = TestContext & { writing: Pick<WriteContext, 'moderation' | 'onPublished'> }
