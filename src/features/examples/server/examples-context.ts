import type { Moderation } from '#features/catalogue/server/wait-for-moderation.ts'
import type { Platform } from '#server/platform/api.ts'
import type { PictureStore } from './picture-store.ts'

/** The dependencies of examples. */
export type ExamplesContext = Platform & {
  moderation: Moderation
  store: PictureStore
  /** Whether members can add examples and visitors can see them (setting EXAMPLES). */
  isOpen: boolean
}
