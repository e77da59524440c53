import type { Moderation } from '#features/catalogue/server/wait-for-moderation.ts'
import type { Platform } from '#platform/api.ts'
import type { PictureStore } from './picture-store.ts'

/** What the endpoints and jobs of this feature depend on. */
export type ExamplesContext = Platform & {
  /** With `pre`, a user's text examples wait for a moderator until one of them is published, as pictures always do. */
  moderation: Moderation
  store: PictureStore
  /** Whether members can add examples and visitors can see them, which the setting EXAMPLES decides. */
  isOpen: boolean
}
