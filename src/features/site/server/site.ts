import type { PictureStore } from '#features/examples/server/picture-store.ts'
import type { LegalPageName } from '#lib/legal-pages.ts'
import type { LegalPage } from '../contract.ts'

/** What the routes of this feature need to know about the site, and where they store images and dumps. */
export type Site = {
  name: string
  /** Whether the site is for members only. Its robots.txt then disallows everything. */
  isClosed?: boolean
  /** The operator's own legal pages (SITE_DIR). */
  legalPages?: ReadonlyMap<LegalPageName, LegalPage>
  /** Returns PUBLIC_URL, or the server's own address, which is known only once the server listens. */
  origin: () => string
  /** The folder for share images. If undefined, they aren't stored. */
  shareFolder?: string
  /** The store of examples' pictures. */
  pictures: PictureStore
  /** The folder for dumps. If undefined, this process uses a temporary one. */
  dumpFolder?: string
  /** How many processes share these folders. */
  workers: number
  /** Called with disk errors. */
  warn: (error: Error) => void
}
