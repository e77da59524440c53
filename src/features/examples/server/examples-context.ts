import type { Moderation } from '#features/catalogue/server/wait-for-moderation.ts'
import type { Platform } from '#server/platform/api.ts'
import type { PictureStore } from './picture-store.ts'

/** What the endpoints and jobs of this feature depend on. */
export type ExamplesContext = Platform & {
  /** Under `pre`, a user's examples with a text wait for a moderator too, until one is published. */
  moderation: Moderation
  store: PictureStore
  /** Whether members can add examples and visitors can see them, which the setting EXAMPLES decides. */
  isOpen: boolean
}
