import type { Moderation } from '#features/catalogue/server/wait-for-moderation.ts'
import type { Platform } from '#server/platform/api.ts'
import type { PictureStore } from './picture-store.ts'

/** What the endpoints and jobs of this feature depend on. */
export type ExamplesContext = Platform & {
  moderation: Moderation
  store: PictureStore
  /** Whether members can add examples and visitors can see them, which the setting EXAMPLES decides. */
  isOpen: boolean
}
