import type { PictureStore } from '#features/examples/server/picture-store.ts'
import type { LegalPageName } from '../brand-rules.ts'
import type { LegalPage } from '../contract.ts'

/** The facts about the site for texts and images, and where images are stored. */
export type Site = {
  name: string
  /** The site is for members only, so that robots have no business here. */
  isClosed?: boolean
  /** The operator's own legal pages (SITE_DIR). */
  legalPages?: ReadonlyMap<LegalPageName, LegalPage>
  /** PUBLIC_URL, else the server's own address, which is known once it listens. */
  origin: () => string
  /** Unset: share images are not stored. */
  shareFolder?: string
  /** Where the pictures of examples are. */
  pictures: PictureStore
  /** The folder of dumps. Unset: one for this process among the temporary files. */
  dumpFolder?: string
  /** How many processes share that folder. */
  workers: number
  warn: (error: Error) => void
}
