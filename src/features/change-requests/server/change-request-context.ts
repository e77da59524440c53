import type { WriteContext } from '#features/catalogue/server/stored/store-prompt-change.ts'
import type { TestContext } from '#features/prompt-tests/server/test-context.ts'

/** What the functions of this feature depend on. `writing` is for storing a new version of a prompt. */
export type ChangeRequestContext = TestContext & { writing: Pick<WriteContext, 'moderation' | 'onPublished'> }
